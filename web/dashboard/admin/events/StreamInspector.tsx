import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { ListPaginationContext, type ListPaginationContextValue, Pagination } from 'react-admin';
import type { AdminEventRow } from '#contracts/admin/admin-log.ts';
import { actIcon, actName } from '../../activity/audit-words.ts';
import { ApiError } from '../../api/error.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { Card } from '../../kit/Card.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { dateTimeIn } from '../../kit/text/format.ts';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import fieldCss from '../FieldParts.module.css';
import { eventsAtOnce, eventsQuery, stateQuery } from './event-queries.ts';
import css from './InspectorParts.module.css';
import { VersionView } from './VersionView.tsx';

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const all = [...(event.currentTarget.closest('ol')?.querySelectorAll<HTMLElement>('button') ?? [])];
  const next = all[all.indexOf(event.currentTarget) + by];
  next?.focus();
  next?.click();
}

/** Brings a line into sight by scrolling its list alone; the page stays where it is. */
function scrollWithin(line: HTMLElement | null) {
  const list = line?.closest('ol');
  if (!line || !list) return;
  const [box, own] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
  if (own.top < box.top) list.scrollTop -= box.top - own.top;
  if (own.bottom > box.bottom) list.scrollTop += own.bottom - box.bottom;
}

function EventLine({ event, chosen, onChoose }: { event: AdminEventRow; chosen: boolean; onChoose: () => void }) {
  const Icon = actIcon(event.type);
  const line = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (chosen) scrollWithin(line.current);
  }, [chosen]);
  return (
    <li>
      <button
        ref={line}
        type="button"
        className={css.event}
        aria-current={chosen ? 'true' : undefined}
        onClick={onChoose}
        onKeyDown={moveFocus}
      >
        <span className={`num ${css.version}`}>{event.version}</span>
        <Icon size={14} strokeWidth={2} aria-hidden />
        <span className={css.eventText}>
          <span className={fieldCss.strong}>{actName(event.type)}</span>
          <time className="t-caption num" dateTime={new Date(event.ts_ms).toISOString()}>
            {dateTimeIn('UTC', event.ts, true)}
          </time>
        </span>
        {event.actor.type === 'user' ? null : (
          <span className={css.actor} data-type={event.actor.type}>
            {event.actor.type.replace('_', ' ')}
          </span>
        )}
      </button>
    </li>
  );
}

/** The pages of a stream's versions: one that is turned to shows the version next to the one before. */
const pagesOf = (page: number, head: number, onChoose: (version: number) => void): ListPaginationContextValue => ({
  resource: 'events',
  page: page + 1,
  perPage: eventsAtOnce,
  total: head,
  setPage: (next) => onChoose(next <= page ? next * eventsAtOnce : (next - 1) * eventsAtOnce + 1),
  setPerPage: () => undefined,
  hasPreviousPage: page > 0,
  hasNextPage: (page + 1) * eventsAtOnce < head,
  isLoading: false,
  isPending: false,
});

function Events({
  stream,
  version,
  head,
  onChoose,
}: {
  stream: string;
  version: number;
  head: number;
  onChoose: (version: number) => void;
}) {
  const page = Math.floor((version - 1) / eventsAtOnce);
  const { data, isError, refetch } = useQuery(eventsQuery(stream, page));
  return (
    <Card as="section" padded={false} className={css.events} aria-label={t(adminWords.versions)}>
      {isError ? (
        <ErrorState bare title={t(adminWords.eventsDidNotLoad)} onRetry={() => refetch()} />
      ) : data ? (
        <ol>
          {data.rows.map((event) => (
            <EventLine
              key={event.id}
              event={event}
              chosen={event.version === version}
              onChoose={() => onChoose(event.version)}
            />
          ))}
        </ol>
      ) : (
        <div className={css.waiting}>
          <Loading />
          {['a', 'b', 'c', 'd', 'e'].map((place) => (
            <Skeleton key={place} height={32} />
          ))}
        </div>
      )}
      {head > eventsAtOnce ? (
        <ListPaginationContext value={pagesOf(page, head, onChoose)}>
          <Pagination rowsPerPageOptions={[eventsAtOnce]} />
        </ListPaginationContext>
      ) : null}
    </Card>
  );
}

/** A stream: its events at the left, the chosen version at the right; the address holds which. */
export function StreamInspector({ stream }: { stream: string }) {
  const { search, set } = useGroupSearch();
  const { data: last, error, refetch } = useQuery(stateQuery(stream, null));
  if (error instanceof ApiError && error.status === 404)
    return (
      <Card padded={false}>
        <EmptyState title={t(adminWords.emptyStreamTitle)} text={t(adminWords.emptyStreamText)} />
      </Card>
    );
  if (error && !last) return <ErrorState title={t(adminWords.streamDidNotLoad)} onRetry={() => refetch()} />;
  if (!last) return <Skeleton height={420} radius={12} />;
  const asked = Number(search.get('version') ?? last.head);
  const version = Number.isInteger(asked) && asked >= 1 && asked <= last.head ? asked : last.head;
  const choose = (next: number) => set({ version: String(next), base: null });
  const page = Math.floor((version - 1) / eventsAtOnce);
  return (
    <div className={css.columns}>
      <Events stream={stream} version={version} head={last.head} onChoose={choose} />
      <VersionView stream={stream} version={version} head={last.head} page={page} onChoose={choose} />
    </div>
  );
}
