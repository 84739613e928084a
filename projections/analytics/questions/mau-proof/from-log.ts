import type pg from 'pg';
import type { ProofPeriod } from '#contracts/billing-proof/layout.ts';
import { type EpochMs, toEpochMs } from '#contracts/time.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { ints, smallints, viewerUuids } from '../../count/binary-arrays.ts';
import { parsePayload } from '../../count/payload.ts';
import { recountableSince } from '../../rebuild/carried-over-days.ts';
import { checkpointsFrom, type LaneCheckpoint, readSourceBatches } from '../source-batches.ts';
import { billedBefore } from './billed-before.ts';
import { readByCursor } from './cursor.ts';
import { isoDayAt, monthsOf } from './period.ts';

export type LogDeps = Pick<Kernel, 'analytics' | 'bus' | 'config' | 'db' | 'files'>;

const dayMs = 86_400_000;
/** A batch may have arrived so long before its events, by the clocks of two machines. */
const aheadMs = 2 * 3_600_000;
const lateMs = 8 * dayMs;
/** Ids of so many batches are in memory at a time: some 150 MB. */
const mostIds = 1_000_000;
const mostBuffered = 50_000;

/** How far the logs were counted, and when that was read (unix ms). */
export interface CountedUpTo {
  at: EpochMs;
  checkpoints: readonly LaneCheckpoint[];
}

/** A viewer of a period as the log shows them; `apps` are places in the list of the account's apps. */
export interface LoggedViewer {
  viewer: Buffer;
  days: number;
  marked: boolean;
  apps: number[];
}

/** How a read is watched: ended by the signal, told how far it is (0 to 1) and of how many batches. */
export interface LogWatch {
  signal?: AbortSignal | undefined;
  progress?: ((done: number, batches: number) => void) | undefined;
}

/** Whether every batch is kept that can have events of a period; else from which day on (unix ms) they are. */
export const keptSince = async (
  { analytics }: Pick<Kernel, 'analytics'>,
  { from }: ProofPeriod,
): Promise<EpochMs | null> => {
  const since = await recountableSince(analytics.pool);
  return since === null || since <= toEpochMs(from) ? null : since;
};

const appsOf = async ({ pool }: Db, accountId: string): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>('select id from app where account_id = $1 order by id', [
    accountId,
  ]);
  return rows.map(({ id }) => id);
};

/** How often the batches must be read so that the ids of each time fit into memory. */
const sharesOf = async ({ pool }: Db, apps: readonly string[], { from, to }: ProofPeriod): Promise<number> => {
  const { rows } = await pool.query<{ batches: number }>(
    `select coalesce(sum(batches), 0)::float8 as batches from telemetry_archive
      where app_id = any($1::uuid[]) and hour >= to_timestamp($2) and hour < to_timestamp($3)`,
    [apps, from - (lateMs + aheadMs) / 1000, to + lateMs / 1000],
  );
  return Math.max(1, Math.ceil(rows[0]!.batches / mostIds));
};

interface SeenViewer {
  viewer: string;
  app: number;
  days: number;
  billed: boolean;
}

const write = async (client: pg.ClientBase, seen: readonly SeenViewer[]): Promise<void> => {
  if (seen.length === 0) return;
  await client.query(
    `insert into seen_viewer select viewer, app, days, billed = 1
       from unnest($1::uuid[], $2::smallint[], $3::int[], $4::smallint[]) as t (viewer, app, days, billed)`,
    [
      viewerUuids(seen.map(({ viewer }) => viewer)),
      smallints(seen.map(({ app }) => app)),
      ints(seen.map(({ days }) => days)),
      smallints(seen.map(({ billed }) => (billed ? 1 : 0))),
    ],
  );
};

/** Puts who is seen in the batches into the session's table; answers how many batches there were. */
const collect = async (
  deps: LogDeps,
  client: pg.ClientBase,
  period: ProofPeriod,
  apps: readonly string[],
  { at, checkpoints }: CountedUpTo,
  { signal, progress }: LogWatch,
): Promise<number> => {
  const [from, to] = [toEpochMs(period.from), toEpochMs(period.to)];
  const places = new Map(apps.map((id, place) => [id, place]));
  const shares = await sharesOf(deps.analytics, apps, period);
  const checkpointOf = checkpointsFrom(checkpoints);
  let batches = 0;
  for (let share = 0; share < shares; share += 1) {
    const buffered = new Map<string, SeenViewer>();
    const flush = async () => {
      await write(client, [...buffered.values()]);
      buffered.clear();
    };
    const isInShare = (batchId: string) => Number.parseInt(batchId.slice(-8), 16) % shares === share;
    const query = { app_id: apps, from, to, checkpointOf, checkpointsReadAt: at, signal, share: isInShare };
    for await (const source of readSourceBatches(deps, query, { repeated: 0 })) {
      batches += 1;
      if (batches % 500 === 0) progress?.((share + source.progress) / shares, batches);
      const payload = parsePayload(source.batch);
      const app = places.get(payload?.app_id ?? '');
      if (!payload?.viewer || app === undefined || payload.account_id !== period.account_id) continue;
      const { viewer, crowded } = payload;
      const key = `${viewer}${app}`;
      for (const event of payload.events) {
        if (event.at < from || event.at >= to) continue;
        const bit = 1 << Math.floor((event.at - from) / dayMs);
        const known = buffered.get(key);
        if (known) {
          known.days |= bit;
          known.billed ||= !crowded;
        } else buffered.set(key, { viewer, app, days: bit, billed: !crowded });
      }
      if (buffered.size >= mostBuffered) await flush();
    }
    await flush();
  }
  return batches;
};

const viewersInOrder = `
  select uuid_send(viewer) as viewer, days, apps, not (billed or ${billedBefore('seen.viewer', '$3::date', '$2::date')}) as marked
    from (select viewer, bit_or(days) as days, bool_or(billed) as billed, array_agg(distinct app order by app) as apps
            from seen_viewer group by viewer) as seen
   order by viewer`;

/**
 * Counts the viewers of a period anew from the batches that were counted then, and gives them, in portions and in the order
 * of their hashes, to `take` with the account's apps. Answers how many batches were read. In memory are the ids of a million
 * batches, and of viewers some thousand: the rest is in a table of the session, written in short transactions, since a long
 * one would hold up everybody who reads a log.
 */
export const countFromLog = async (
  deps: LogDeps,
  period: ProofPeriod,
  counted: CountedUpTo,
  take: (viewers: AsyncIterable<LoggedViewer[]>, apps: readonly string[]) => Promise<void>,
  watch: LogWatch = {},
): Promise<number> => {
  const apps = await appsOf(deps.db, period.account_id);
  const client = await deps.analytics.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(
      'create temp table seen_viewer (viewer uuid not null, app smallint not null, days int not null, billed boolean not null)',
    );
    const batches = await collect(deps, client, period, apps, counted, watch);
    await client.query('begin read only');
    const values = [period.account_id, isoDayAt(period.from), monthsOf(period)[0]!.month];
    await take(readByCursor<LoggedViewer>(client, viewersInOrder, values), apps);
    await client.query('commit');
    await client.query('drop table seen_viewer');
    return batches;
  } catch (error) {
    // The session's table goes with its connection.
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(broken);
  }
};
