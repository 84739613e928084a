import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { Link } from 'react-router';
import type { z } from 'zod';
import type { redriveAnswer } from '#contracts/admin/admin-log.ts';
import { actName } from '../../activity/audit-words.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import type { Said } from '../../kit/command.ts';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Skeleton } from '../../kit/states/Skeleton.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { exactNumber } from '../../kit/text/format.ts';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import { inspectorAddress } from '../events/event-queries.ts';
import fieldCss from '../FieldParts.module.css';
import { inGroups } from '../in-groups.ts';
import type { ParkedEvent } from '../provider/staff-reads.ts';
import { useStaffAct } from '../provider/use-staff-act.ts';
import { Timestamp } from '../Timestamp.tsx';
import css from './HealthParts.module.css';
import { healthQuery, parkedEventsQuery } from './health-queries.ts';

function redriven({ applied, left, error }: z.infer<typeof redriveAnswer>): Said {
  if (left === 0) return { text: t(adminWords.eventsApplied, { count: applied }) };
  return {
    type: 'error',
    text: t(adminWords.eventsLeft, { count: left, error: error ?? t(adminWords.failedAgain) }),
  };
}

function Stream({ events }: { events: readonly [ParkedEvent, ...ParkedEvent[]] }) {
  const [first] = events;
  const { projection, stream } = first;
  const act = useStaffAct('redrive', `${projection}/${stream}`, {
    changes: [healthQuery.queryKey],
    said: ({ data }) => redriven(data),
  });
  return (
    <li className={css.parked}>
      <div className={fieldCss.two}>
        <span className={css.parkedName}>
          <Badge kind="neutral">{projection}</Badge>
          <Link to={inspectorAddress(stream, first.version)} className="truncate">
            {stream}
          </Link>
        </span>
        <span className="t-small">
          {t(adminWords.parkedStream, {
            version: first.version,
            act: actName(first.type),
            moment: <Timestamp ts={first.ts} />,
            later: events.length - 1,
          })}
        </span>
        <code className={css.parkedError}>{first.error}</code>
      </div>
      <Button
        size="small"
        icon={<RotateCcw aria-hidden />}
        loading={act.busy}
        onClick={() => act.run({ projection, stream })}
      >
        {t(adminWords.applyAgain)}
      </Button>
    </li>
  );
}

/** Events that read models could not apply, by stream, and applying them again; `total` is how many there are now. */
export function ParkedEvents({ total }: { total: number }) {
  const { data, isError, refetch } = useQuery({ ...parkedEventsQuery(total), enabled: total > 0 });
  const streams = inGroups(data?.rows ?? [], ({ projection, stream }) => `${projection}/${stream}`);
  return (
    <Card as="section" padded={false} aria-label={t(adminWords.eventsSetAside)}>
      <div className={css.partHead}>
        <h2 className="t-card">{t(adminWords.eventsSetAside)}</h2>
        <Badge kind={total > 0 ? 'danger' : 'neutral'}>{exactNumber(total)}</Badge>
      </div>
      {total === 0 ? (
        <p className={`${css.partNote} t-small`}>{t(adminWords.noEventsSetAside)}</p>
      ) : isError ? (
        <ErrorState bare title={t(adminWords.eventsSetAsideDidNotLoad)} onRetry={() => refetch()} />
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
        <p className={`${css.partNote} t-small`}>
          {t(adminWords.firstShown, { count: data.rows.length, total: data.total })}
        </p>
      ) : null}
    </Card>
  );
}
