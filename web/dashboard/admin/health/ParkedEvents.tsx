import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { actName } from '../../activity/audit-words.ts';
import { errorText } from '../../api/error.ts';
import { Badge } from '../../kit/Badge.tsx';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { plural } from '../../kit/format.ts';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { useToast } from '../../kit/Toast.tsx';
import { inspectorAddress } from '../events/event-queries.ts';
import { inGroups } from '../in-groups.ts';
import { adminCommands } from '../provider/admin-commands.ts';
import { Timestamp } from '../Timestamp.tsx';
import { healthQuery, type ParkedEvent, parkedEventsQuery } from './health-queries.ts';

function Stream({ events }: { events: readonly [ParkedEvent, ...ParkedEvent[]] }) {
  const client = useQueryClient();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [first] = events;
  const { projection, stream } = first;
  const redrive = async () => {
    setBusy(true);
    try {
      const { data } = await adminCommands.redrive(projection, stream);
      toast(
        data.left === 0
          ? { kind: 'success', text: `${plural(data.applied, 'event')} applied.` }
          : { kind: 'error', text: `${plural(data.left, 'event')} left: ${data.error ?? 'it failed again.'}` },
      );
      await client.invalidateQueries({ queryKey: healthQuery.queryKey });
    } catch (error) {
      toast({ kind: 'error', text: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className="admin-parked">
      <div className="admin-two">
        <span className="admin-parked-name">
          <Badge kind="neutral">{projection}</Badge>
          <Link to={inspectorAddress(stream, first.version)} className="truncate">
            {stream}
          </Link>
        </span>
        <span className="t-small">
          Version {first.version}, {actName(first.type)}, <Timestamp ts={first.ts} />
          {events.length > 1 ? `; ${plural(events.length - 1, 'later event waits', 'later events wait')} for it` : ''}
        </span>
        <code className="admin-parked-error">{first.error}</code>
      </div>
      <Button size="small" icon={<RotateCcw aria-hidden />} loading={busy} onClick={redrive}>
        Apply again
      </Button>
    </li>
  );
}

/** Events that read models could not apply, by stream, and applying them again; `total` is how many there are now. */
export function ParkedEvents({ total }: { total: number }) {
  const { data, isError, refetch } = useQuery({ ...parkedEventsQuery(total), enabled: total > 0 });
  const streams = inGroups(data?.rows ?? [], ({ projection, stream }) => `${projection}/${stream}`);
  return (
    <Card as="section" padded={false} aria-label="Events set aside" className="admin-parked-card">
      <div className="admin-part-head">
        <h2 className="t-card">Events set aside</h2>
        <Badge kind={total > 0 ? 'danger' : 'neutral'}>{total}</Badge>
      </div>
      {total === 0 ? (
        <p className="admin-part-note t-small">
          None. An event that a read model cannot apply is set aside with all later ones of its stream, so that the rest
          goes on.
        </p>
      ) : isError ? (
        <ErrorState bare title="They did not load" onRetry={() => refetch()} />
      ) : data ? (
        <ul>
          {[...streams].map(([key, events]) => (
            <Stream key={key} events={events} />
          ))}
        </ul>
      ) : (
        <Skeleton height={72} style={{ margin: 16 }} />
      )}
      {data && data.total > data.rows.length ? (
        <p className="admin-part-note t-small">
          The first {data.rows.length} of {data.total} are shown.
        </p>
      ) : null}
    </Card>
  );
}
