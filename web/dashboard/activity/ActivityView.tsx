import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUp, ScrollText, SearchX } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import type { AuditRow } from '#contracts/audit/rows.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { CopyLink } from '../kit/buttons/CopyLink.tsx';
import { Card } from '../kit/Card.tsx';
import { Drawer } from '../kit/overlays/Drawer.tsx';
import { EmptyState } from '../kit/states/EmptyState.tsx';
import { ErrorState } from '../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../kit/states/Skeleton.tsx';
import { activityWords } from '../words/activity.en.ts';
import { t } from '../words/t.ts';
import css from './ActivityView.module.css';
import { AuditTimeline } from './AuditTimeline.tsx';
import type { ActivityViewProps } from './activity-view-props.ts';
import type { AuditSource } from './audit-source.ts';
import { EntryDetails, EntryHead } from './EntryDetails.tsx';
import entryParts from './EntryParts.module.css';
import { FilterBar } from './FilterBar.tsx';
import { auditEntryQuery, useAudit } from './use-audit.ts';
import { type AuditFilterState, actorTypes, useAuditFilter } from './use-audit-filter.ts';

const room = window.matchMedia('(min-width: 1100px)');
const useRoom = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      room.addEventListener('change', changed);
      return () => room.removeEventListener('change', changed);
    },
    () => room.matches,
  );

const places = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function ActivitySkeleton() {
  return (
    <>
      <Loading label={t(activityWords.loadingActivity)} />
      <div className={entryParts.day}>
        <Skeleton width={110} height={12} style={{ display: 'inline-block' }} />
      </div>
      {places.map((place) => (
        <div key={place} className={entryParts.entry} aria-hidden>
          <Skeleton width={44} height={12} />
          <Skeleton width={24} height={24} round />
          <Skeleton width="64%" height={12} />
        </div>
      ))}
    </>
  );
}

function useChosen(source: AuditSource, rows: readonly AuditRow[], id: string | null) {
  const loaded = rows.find((row) => row.id === id) ?? null;
  const alone = useQuery({ ...auditEntryQuery(source, id ?? ''), enabled: id !== null && loaded === null });
  return { row: loaded ?? (id ? (alone.data ?? null) : null), lost: id !== null && !loaded && alone.data === null };
}

function filterBy(state: AuditFilterState) {
  return {
    onThing: (row: AuditRow) => state.change({ thing: row.subject.id, entry: row.id }),
    onPerson: (row: AuditRow) => {
      const byType = (actorTypes as readonly string[]).includes(row.actor.type) && row.actor.type !== 'staff';
      state.change({ who: byType || row.actor.id === null ? row.actor.type : row.actor.id, entry: row.id });
    },
  };
}

/** An audit as a timeline: filters, entries by day, and the chosen one in full; all of it in the address. */
export function ActivityView(props: ActivityViewProps) {
  const { source, timeZone, addressOf } = props;
  const client = useQueryClient();
  const state = useAuditFilter(timeZone);
  const { list, rows, total, fresh } = useAudit(source, state.filter);
  const hasRoom = useRoom();
  const { row: chosen, lost } = useChosen(source, rows, state.entryId);
  const { open } = state;
  useEffect(() => {
    if (lost) open(null);
  }, [lost, open]);
  const shown = chosen ?? (hasRoom && state.entryId === null ? (rows[0] ?? null) : null);
  const details = shown ? (
    <EntryDetails
      row={shown}
      timeZone={timeZone}
      address={addressOf(shown)}
      more={props.more?.(shown)}
      {...filterBy(state)}
    />
  ) : null;
  const chosenThing = rows.find((row) => row.subject.id === state.thing)?.subject.title;
  const chosenPerson = rows.find((row) => row.actor.id === state.who)?.actor.name;
  return (
    <>
      <FilterBar {...props} state={state} total={list.data ? total : null} named={{ chosenThing, chosenPerson }} />
      {fresh > 0 ? (
        <button
          type="button"
          className={css.fresh}
          onClick={() => {
            window.scrollTo({ top: 0 });
            client.resetQueries({ queryKey: source.key });
          }}
        >
          <ArrowUp size={14} strokeWidth={2} aria-hidden />
          {t(activityWords.newEntryCount, { count: fresh })}
        </button>
      ) : null}
      {list.isError && rows.length === 0 ? (
        <ErrorState
          title={t(activityWords.activityDidNotLoad)}
          text={t(activityWords.activityDidNotLoadText)}
          onRetry={() => list.refetch()}
        />
      ) : (
        <div className={css.columns}>
          <Card as="section" padded={false} className={css.card} aria-label={t(activityWords.entries)}>
            {list.isPending ? (
              <ActivitySkeleton />
            ) : rows.length === 0 ? (
              state.chosen ? (
                <EmptyState
                  art={<SearchX size={32} aria-hidden />}
                  title={t(activityWords.noMatchTitle)}
                  text={t(activityWords.noMatchText)}
                  action={<Button onClick={() => state.clear('all')}>{t(activityWords.showEverything)}</Button>}
                />
              ) : (
                <EmptyState
                  art={<ScrollText size={32} aria-hidden />}
                  title={t(activityWords.emptyTitle)}
                  text={t(activityWords.emptyText)}
                />
              )
            ) : (
              <AuditTimeline
                rows={rows}
                timeZone={timeZone}
                chosenId={shown?.id ?? null}
                onOpen={state.open}
                placeOf={props.placeOf}
                older={{
                  more: list.hasNextPage,
                  loading: list.isFetchingNextPage,
                  failed: list.isFetchNextPageError,
                  load: list.fetchNextPage,
                }}
              />
            )}
          </Card>
          {hasRoom ? (
            shown ? (
              <Card as="section" padded={false} className={css.details} aria-label={t(activityWords.chosenEntry)}>
                <div className={css.detailsHead}>
                  <EntryHead row={shown} timeZone={timeZone} />
                  <CopyLink label={t(activityWords.copyEntryLink)} name="entry" value={shown.id} />
                </div>
                {details}
              </Card>
            ) : (
              <Skeleton height={320} radius={12} />
            )
          ) : null}
        </div>
      )}
      {hasRoom ? null : (
        <Drawer open={chosen !== null} title={t(activityWords.entry)} onClose={() => state.open(null)}>
          {chosen ? (
            <div className={css.drawer}>
              <div className={css.detailsHead}>
                <EntryHead row={chosen} timeZone={timeZone} />
                <CopyLink label={t(activityWords.copyEntryLink)} name="entry" value={chosen.id} />
              </div>
              {details}
            </div>
          ) : null}
        </Drawer>
      )}
    </>
  );
}
