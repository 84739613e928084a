import { useQuery } from '@tanstack/react-query';
import { FileSearch, SearchX } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { CopyButton } from '../../kit/CopyButton.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { plural } from '../../kit/format.ts';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { AdminPage } from '../AdminPage.tsx';
import { inGroups } from '../in-groups.ts';
import { foundQuery, inspectorAddress } from './event-queries.ts';
import css from './inspector.module.css';
import { StreamInspector } from './StreamInspector.tsx';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const streamName = /^[a-zA-Z]+-[0-9a-f-]{36}(-\d{6})?$/;

function Find({ value, onFind }: { value: string; onFind: (value: string) => void }) {
  const [text, setText] = useState(value);
  const [wrong, setWrong] = useState(false);
  useEffect(() => setText(value), [value]);
  const find = (event: FormEvent) => {
    event.preventDefault();
    const given = text.trim();
    const usable = uuid.test(given) || streamName.test(given);
    setWrong(!usable);
    if (usable) onFind(given);
  };
  return (
    <form className={css.find} onSubmit={find} noValidate>
      <TextField
        label="Stream or id"
        placeholder="storyGroup-… or the id of a thing, an event or a command"
        autoComplete="off"
        spellCheck={false}
        end={value && text === value ? <CopyButton text={value} /> : undefined}
        value={text}
        onChange={setText}
        error={wrong ? 'Use the name of a stream, or an id.' : null}
      />
      <Button type="submit" icon={<FileSearch aria-hidden />}>
        Open
      </Button>
    </form>
  );
}

function Found({ id }: { id: string }) {
  const { data: events, isError, refetch } = useQuery(foundQuery(id));
  if (isError) return <ErrorState title="The events did not load" onRetry={() => refetch()} />;
  if (!events) return <Skeleton height={180} radius={12} />;
  const streams = inGroups(events, (event) => event.stream);
  return (
    <Card as="section" padded={false} aria-label="Streams">
      {streams.size === 0 ? (
        <EmptyState
          art={<SearchX size={32} aria-hidden />}
          title="No event has this id"
          text="Use the id of an account, user, app or story group, of an event, or of a command."
        />
      ) : (
        <ul className={css.found}>
          {[...streams].map(([stream, its]) => (
            <li key={stream}>
              <Link to={inspectorAddress(stream, its.at(-1)?.version)}>{stream}</Link>
              <span className="t-small">
                {plural(its.length, 'event')}, {[...new Set(its.map((one) => one.type))].slice(0, 3).join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The log itself: the events of a stream, what it was at any version, and what an event changed. */
export function Component() {
  const { search, set } = useGroupSearch();
  const [stream, id] = [search.get('stream'), search.get('find')];
  const find = (value: string) =>
    set({
      ...(uuid.test(value) ? { find: value, stream: null } : { find: null, stream: value }),
      version: null,
      base: null,
    });
  return (
    <AdminPage title="Events" utc>
      <Find value={stream ?? id ?? ''} onFind={find} />
      {stream && streamName.test(stream) ? (
        <StreamInspector key={stream} stream={stream} />
      ) : id && uuid.test(id) ? (
        <Found id={id} />
      ) : (
        <Card padded={false}>
          <EmptyState
            art={<FileSearch size={32} aria-hidden />}
            title="Look into the log"
            text="Every change is an event of a stream. Open a stream to step through its versions, or come here from an entry of a history."
            action={<Button to="/admin/history">Open the history</Button>}
          />
        </Card>
      )}
    </AdminPage>
  );
}
