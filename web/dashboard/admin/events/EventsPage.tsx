import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { FileSearch, SearchX } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { adminEventQuery } from '#contracts/admin/admin-log.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { CopyButton } from '../../kit/buttons/CopyButton.tsx';
import { Card } from '../../kit/Card.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
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

const { stream: streamName, subject_id: thing } = adminEventQuery.shape;
const isStream = (given: string | null) => streamName.unwrap().safeParse(given).success;
const isId = (given: string | null) => thing.unwrap().safeParse(given).success;

const rules = zodResolver(
  z.object({
    wanted: z
      .string()
      .trim()
      .refine((given) => isId(given) || isStream(given), { error: () => t(adminWords.streamOrIdInvalid) }),
  }),
);

function Find({ value, onFind }: { value: string; onFind: (value: string) => void }) {
  const { control, reset, sending, watch } = useSchemaForm({ start: { wanted: value }, rules });
  const text = watch('wanted');
  useEffect(() => reset({ wanted: value }, { keepFieldsRef: true }), [reset, value]);
  const find = sending(({ wanted }) => onFind(wanted));
  return (
    <form
      className={css.find}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        find();
      }}
    >
      <FormTextField
        control={control}
        name="wanted"
        label={t(adminWords.streamOrId)}
        placeholder={t(adminWords.streamOrIdExample)}
        autoComplete="off"
        spellCheck={false}
        end={value && text === value ? <CopyButton text={value} /> : undefined}
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
          title={t(adminWords.noEventFoundTitle)}
          text={t(adminWords.noEventFoundText)}
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
      ...(isId(value) ? { find: value, stream: null } : { find: null, stream: value }),
      version: null,
      base: null,
    });
  return (
    <AdminPage title={t(adminWords.events)} utc>
      <Find value={stream ?? id ?? ''} onFind={find} />
      {stream && isStream(stream) ? (
        <StreamInspector key={stream} stream={stream} />
      ) : id && isId(id) ? (
        <Found id={id} />
      ) : (
        <Card padded={false}>
          <EmptyState
            art={<FileSearch size={32} aria-hidden />}
            title={t(adminWords.eventsIntroTitle)}
            text={t(adminWords.eventsIntroText)}
            action={<Button to="/admin/history">{t(adminWords.openHistory)}</Button>}
          />
        </Card>
      )}
    </AdminPage>
  );
}
