import './history.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useEffect } from 'react';
import type { HistoryRow } from '#contracts/audit.ts';
import { Button } from '../kit/Button.tsx';
import { Card } from '../kit/Card.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import { ErrorState } from '../kit/ErrorState.tsx';
import { Loading, Skeleton } from '../kit/Skeleton.tsx';
import { useSession } from '../shell/session-context.tsx';
import { ChangeView } from './ChangeView.tsx';
import { type GroupDetail, groupHistoryQuery } from './group-queries.ts';
import { HistoryEntry } from './HistoryEntry.tsx';
import { useGroupSearch } from './use-group-search.ts';

function dayName(zone: string, seconds: number): string {
  const format = (moment: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options }).format(moment * 1000).replace('Sept', 'Sep');
  const whole = (moment: number) => format(moment, { dateStyle: 'short' });
  const now = Date.now() / 1000;
  const year =
    format(seconds, { year: 'numeric' }) === format(now, { year: 'numeric' }) ? {} : { year: 'numeric' as const };
  const day = format(seconds, { day: 'numeric', month: 'short', ...year });
  if (whole(seconds) === whole(now)) return `Today, ${day}`;
  if (whole(seconds) === whole(now - 86_400)) return `Yesterday, ${day}`;
  return `${format(seconds, { weekday: 'long' })}, ${day}`;
}

function byDay(rows: readonly HistoryRow[], zone: string): { day: string; rows: HistoryRow[] }[] {
  const days: { day: string; rows: HistoryRow[] }[] = [];
  for (const row of rows) {
    const day = dayName(zone, row.ts);
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, rows: [row] });
  }
  return days;
}

const places = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Every change of the group, newest first, and beside it what the chosen one changed. */
export default function HistoryTab({ group }: { group: GroupDetail }) {
  const { timeZone, may } = useSession();
  const { search, set } = useGroupSearch();
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    groupHistoryQuery(group.id),
  );
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  const named = Number(search.get('version') ?? 0);
  const found = rows.find((row) => row.version === named);
  const lost = named > 0 && !found;
  // A shared link may name a change that stands on a later page.
  useEffect(() => {
    if (lost && hasNextPage && !isFetchingNextPage) fetchNextPage();
  }, [lost, hasNextPage, isFetchingNextPage, fetchNextPage]);

  if (isError && rows.length === 0)
    return (
      <ErrorState
        title="The history did not load"
        text="Nothing is lost: every change is kept."
        onRetry={() => refetch()}
      />
    );
  if (isPending)
    return (
      <div className="history-columns">
        <Loading label="Loading the history" />
        <Card>
          <div className="history-skeleton">
            {places.map((place) => (
              <Skeleton key={place} height={36} radius={8} />
            ))}
          </div>
        </Card>
        <Skeleton height={360} radius={12} />
      </div>
    );
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState
          art={<History size={32} aria-hidden />}
          title="No changes yet"
          text="Every change of this group is listed here: when, who and what, in real values."
        />
      </Card>
    );
  const chosen = found ?? rows[0];
  return (
    <div className="history-columns">
      <Card as="section" padded={false} className="history-list" aria-label="Changes">
        {byDay(rows, timeZone).map(({ day, rows: ofDay }) => (
          <section key={day} aria-label={day}>
            <h2 className="history-day">{day}</h2>
            <ul>
              {ofDay.map((row) => (
                <HistoryEntry
                  key={row.version}
                  row={row}
                  chosen={row.version === chosen?.version}
                  onChoose={() => set({ version: String(row.version) })}
                />
              ))}
            </ul>
          </section>
        ))}
        {hasNextPage ? (
          <div className="history-more">
            <Button size="small" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
              Show older changes
            </Button>
          </div>
        ) : null}
        {may('audit.view') ? (
          <div className="history-more">
            <Button size="small" variant="link" to={`/activity?thing=${group.id}`}>
              See it in the account’s activity
            </Button>
          </div>
        ) : null}
      </Card>
      {chosen ? <ChangeView row={chosen} group={group} total={total} /> : null}
    </div>
  );
}
