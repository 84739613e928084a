import { type LivePicture, liveGroups, liveMinutes } from '#contracts/stats/live.ts';
import type { EpochMs, UnixSeconds } from '#contracts/time.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';

interface Sums {
  opens: number;
  impressions: number;
  clicks: number;
  completes: number;
}
/** Sums of one minute (`group_id` null) or of one group (`ts` null). */
interface Row extends Sums {
  ts: UnixSeconds | null;
  group_id: string | null;
}

const none: Sums = { opens: 0, impressions: 0, clicks: 0, completes: 0 };
const sumsOf = ({ opens, impressions, clicks, completes }: Sums): Sums => ({ opens, impressions, clicks, completes });
const activity = ({ opens, impressions, clicks, completes }: Sums): number => opens + impressions + clicks + completes;

/** Cost: one range of the primary key, rows = groups of the app × 30 minutes. */
const readSums = async (db: Db, appId: string, from: UnixSeconds, to: UnixSeconds): Promise<Row[]> => {
  const { rows } = await db.pool.query<Row>({
    name: 'live-minutes',
    text: `select extract(epoch from minute)::bigint as ts, group_id, sum(opens)::int as opens,
                  sum(impressions)::int as impressions, sum(clicks)::int as clicks, sum(completes)::int as completes
             from live_minute
            where app_id = $1 and minute >= to_timestamp($2::float8) and minute < to_timestamp($3::float8)
            group by grouping sets ((minute), (group_id))`,
    values: [appId, from, to],
  });
  return rows;
};

const readTitles = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await db.pool.query<{ id: string; title: string }>({
    name: 'live-titles',
    text: 'select id, title from story_group where id = any($1::uuid[])',
    values: [ids],
  });
  return new Map(rows.map(({ id, title }) => [id, title]));
};

/** The last 30 minutes of an app at `nowMs`: every minute, also those without anything, and the busiest groups. */
export const readLive = async (
  kernel: Pick<Kernel, 'db' | 'analytics'>,
  appId: string,
  nowMs: EpochMs,
): Promise<LivePicture> => {
  const ts_end = (Math.floor(nowMs / 60_000) + 1) * 60;
  const ts_start = ts_end - liveMinutes * 60;
  const rows = await readSums(kernel.analytics, appId, ts_start, ts_end);
  const byMinute = new Map(rows.filter((row) => row.ts !== null).map((row) => [row.ts, row]));
  const groups = rows
    .flatMap((row) => (row.group_id === null ? [] : [{ ...row, group_id: row.group_id }]))
    .sort((a, b) => activity(b) - activity(a) || (a.group_id < b.group_id ? -1 : 1))
    .slice(0, liveGroups);
  const named = await readTitles(
    kernel.db,
    groups.map((group) => group.group_id),
  );
  return {
    app_id: appId,
    ts_start,
    ts_end,
    minutes: Array.from({ length: liveMinutes }, (_, index) => {
      const ts = ts_start + index * 60;
      return { ts, ...sumsOf(byMinute.get(ts) ?? none) };
    }),
    groups: groups.map((group) => ({
      id: group.group_id,
      title: named.get(group.group_id) ?? '',
      ...sumsOf(group),
    })),
  };
};
