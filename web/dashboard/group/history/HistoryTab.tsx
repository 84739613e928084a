import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { HistoryRow } from '#contracts/audit/rows.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { dayHeading } from '../../kit/text/format.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { type GroupDetail, type GroupMoment, groupHistoryQuery } from '../group-queries.ts';
import { useRoom } from '../uploads/use-room.ts';
import { useGroupSearch } from '../use-group-search.ts';
import { AsItWas } from './AsItWas.tsx';
import { ChangeView } from './ChangeView.tsx';
import { HistoryEntry } from './HistoryEntry.tsx';
import { filterHistory, HistoryFilters } from './HistoryFilters.tsx';
import css from './HistoryTab.module.css';
import { TimeTravel } from './TimeTravel.tsx';

function byDay(rows: readonly HistoryRow[], zone: string): { day: string; rows: HistoryRow[] }[] {
  const days: { day: string; rows: HistoryRow[] }[] = [];
  const now = Date.now() / 1000;
  for (const row of rows) {
    const day = dayHeading(zone, row.ts, now);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}

const places = ['a', 'b', 'c', 'd', 'e', 'f'];

function HistorySkeleton() {
  return (
    <div className={css.columns}>
      <Loading label={t(groupWords.loadingHistory)} />
      <Card>
        <div className={css.skeleton}>
          {places.map((place) => (
            <Skeleton key={place} height={36} radius={8} />
          ))}
        </div>
      </Card>
      <Skeleton height={360} radius={12} />
    </div>
  );
}

/** What the address chooses: a change by its version, or a moment; without either it is now. */
function useChosen(rows: readonly HistoryRow[]) {
  const { search } = useGroupSearch();
  const [opened] = useState(() => Math.floor(Date.now() / 1000));
  const now = Math.max(opened, rows[0]?.ts ?? 0);
  const version = Number(search.get('version') ?? 0);
  const at = Number(search.get('at') ?? 0);
  const named = rows.find((row) => row.version === version);
  const then = at > 0 ? rows.find((row) => row.ts <= at) : undefined;
  const moment: GroupMoment = named ? { version: named.version } : { ts: at > 0 ? at : now };
  const shown = named?.ts ?? (at > 0 ? at : null);
  return { now, chosen: named ?? then ?? rows[0], moment, at: shown, lost: version > 0 && !named };
}

/** Every change of the group on a line of time and in a list, what the chosen one changed, and the group as it was then. */
export default function HistoryTab({ group }: { group: GroupDetail }) {
  const { timeZone, may, apps } = useSession();
  const { search, set } = useGroupSearch();
  const filter = { who: search.get('who'), what: search.get('what') };
  const room = useRoom();
  const [looking, setLooking] = useState(false);
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    groupHistoryQuery(group.id),
  );
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data]);
  const moments = useMemo(() => rows.map((row) => row.ts), [rows]);
  const total = data?.pages[0]?.total ?? 0;
  const { now, chosen, moment, at, lost } = useChosen(rows);
  const tooEarly = at !== null && at < (moments.at(-1) ?? 0);
  // A shared link may name a change that stands on a later page.
  useEffect(() => {
    if ((lost || tooEarly) && hasNextPage && !isFetchingNextPage) fetchNextPage();
  }, [lost, tooEarly, hasNextPage, isFetchingNextPage, fetchNextPage]);

  if (isError && rows.length === 0)
    return (
      <ErrorState
        title={t(groupWords.historyDidNotLoad)}
        text={t(groupWords.historyDidNotLoadText)}
        onRetry={() => refetch()}
      />
    );
  if (isPending) return <HistorySkeleton />;
  if (!chosen)
    return (
      <Card>
        <EmptyState
          art={<History size={32} aria-hidden />}
          title={t(groupWords.noChangesYet)}
          text={t(groupWords.noChangesText)}
        />
      </Card>
    );
  const listed = filterHistory(rows, filter);
  const past = (
    <AsItWas
      groupId={group.id}
      app={apps.find((app) => app.id === group.app_id)?.title ?? ''}
      moment={moment}
      ts={at ?? now}
      timeZone={timeZone}
      now={at === null}
    />
  );
  return (
    <>
      <TimeTravel
        moments={moments}
        total={total}
        from={Math.min(group.ts_created, moments.at(-1) ?? now)}
        now={now}
        at={at}
        timeZone={timeZone}
        onAt={(next) => set({ at: next === null ? null : String(next), version: null })}
      />
      <div className={css.columns} data-phone={room || undefined}>
        <Card as="section" padded={false} className={css.list} data-entries aria-label={t(groupWords.changes)}>
          <HistoryFilters rows={rows} filter={filter} onChange={({ who, what }) => set({ who, what })} />
          {listed.length === 0 ? <p className={`${css.none} t-small`}>{t(groupWords.noChangeMatches)}</p> : null}
          {byDay(listed, timeZone).map(({ day, rows: ofDay }) => (
            <section key={day} aria-label={day}>
              <h2 className={css.day}>{day}</h2>
              <ul>
                {ofDay.map((row) => (
                  <HistoryEntry
                    key={row.version}
                    row={row}
                    chosen={row.version === chosen.version}
                    onChoose={() => set({ version: String(row.version), at: null })}
                  />
                ))}
              </ul>
            </section>
          ))}
          {hasNextPage ? (
            <div className={css.more}>
              <Button size="small" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
                {t(groupWords.showOlderChanges)}
              </Button>
            </div>
          ) : null}
          {may('audit.view') ? (
            <div className={css.more}>
              <Button size="small" variant="link" to={`/activity?thing=${group.id}`}>
                {t(groupWords.openActivity)}
              </Button>
            </div>
          ) : null}
        </Card>
        <ChangeView
          row={chosen}
          group={group}
          total={total}
          newest={chosen.version === rows[0]?.version}
          {...(room ? {} : { onLook: () => setLooking(true) })}
        />
        {room ? <div className={css.phone}>{past}</div> : null}
      </div>
      <Dialog open={looking && !room} title={t(groupWords.asItWas)} size="small" onClose={() => setLooking(false)}>
        {past}
      </Dialog>
    </>
  );
}
