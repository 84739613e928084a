import { useQuery } from '@tanstack/react-query';
import { FileSearch, SearchX } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { CopyButton } from '../../kit/buttons/CopyButton.tsx';
import { Card } from '../../kit/Card.tsx';
import { TextField } from '../../kit/fields/TextField.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Skeleton } from '../../kit/states/Skeleton.tsx';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import { AdminPage } from '../AdminPage.tsx';
import { inGroups } from '../in-groups.ts';
import { foundQuery, inspectorAddress } from './event-queries.ts';
import css from './InspectorParts.module.css';
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
        label={t(adminWords.streamOrId)}
        placeholder={t(adminWords.storyGroupOrIdOf)}
        autoComplete="off"
        spellCheck={false}
        end={value && text === value ? <CopyButton text={value} /> : undefined}
        value={text}
        onChange={setText}
        error={wrong ? t(adminWords.useNameOfStreamOr) : null}
      />
      <Button type="submit" icon={<FileSearch aria-hidden />}>
        {t(adminWords.open)}
      </Button>
    </form>
  );
}

function Found({ id }: { id: string }) {
  const { data: events, isError, refetch } = useQuery(foundQuery(id));
  if (isError) return <ErrorState title={t(adminWords.eventsDidNotLoad)} onRetry={() => refetch()} />;
  if (!events) return <Skeleton height={180} radius={12} />;
  const streams = inGroups(events, (event) => event.stream);
  return (
    <Card as="section" padded={false} aria-label={t(adminWords.streams)}>
      {streams.size === 0 ? (
        <EmptyState
          art={<SearchX size={32} aria-hidden />}
          title={t(adminWords.noEventHasThisId)}
          text={t(adminWords.useIdOfAccountUser)}
        />
      ) : (
        <ul className={css.found}>
          {[...streams].map(([stream, its]) => (
            <li key={stream}>
              <Link to={inspectorAddress(stream, its.at(-1)?.version)}>{stream}</Link>
              <span className="t-small">
                {t(adminWords.eventCount, { count: its.length })},{' '}
                {[...new Set(its.map((one) => one.type))].slice(0, 3).join(', ')}
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
    <AdminPage title={t(adminWords.events)} utc>
      <Find value={stream ?? id ?? ''} onFind={find} />
      {stream && streamName.test(stream) ? (
        <StreamInspector key={stream} stream={stream} />
      ) : id && uuid.test(id) ? (
        <Found id={id} />
      ) : (
        <Card padded={false}>
          <EmptyState
            art={<FileSearch size={32} aria-hidden />}
            title={t(adminWords.lookIntoLog)}
            text={t(adminWords.everyChangeIsEventOf)}
            action={<Button to="/admin/history">{t(adminWords.openHistory)}</Button>}
          />
        </Card>
      )}
    </AdminPage>
  );
}
