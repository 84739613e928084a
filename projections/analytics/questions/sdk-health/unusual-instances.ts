import { unusualLeastBytes, unusualTimes } from '#contracts/app/traffic.ts';
import type { EpochMs } from '#contracts/time.ts';
import { type CommandKernel, systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import type { Db } from '#kernel/db/pool.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { derivedId } from '#kernel/platform/derived-id.ts';
import { pruneSome } from '../../count/prune.ts';

const dayMs = 86_400_000;
const keptDays = 9;
const comparedDays = 7;
const maxLogged = 20;
const intervalMs = 5 * 60_000;

/** An instance that sends much more than before: bytes of the current UTC day, and the median of the seven before. */
export interface UnusualInstance {
  instance_id: string;
  app_id: string;
  day: string;
  batches: number;
  crowded: number;
  bytes: number;
  usual: number;
  /** It has sent for seven days: something came on the seventh day before or earlier, as far back as days are kept. */
  established: boolean;
}

/**
 * Instances whose running UTC day has at least ten times the bytes of the median of its seven days before, and at least a
 * megabyte: what is less is no load, and where little is usual, chance alone makes it ten times as much. A day
 * without batches counts as nothing, and where the median is nothing (a new instance) there is nothing to compare with.
 * Cost: a row for each instance of the day, and seven rows on the primary key for each.
 */
export const readUnusualInstances = async (db: Pick<Db, 'pool'>, nowMs: EpochMs): Promise<UnusualInstance[]> => {
  const { rows } = await db.pool.query<UnusualInstance>({
    name: 'unusual-instances',
    text: `select t.instance_id, t.app_id, t.day::text, t.batches::float8, t.crowded::float8, t.bytes::float8, before.usual,
                  exists (select from telemetry_day d
                           where d.instance_id = t.instance_id and d.day between t.day - ${keptDays} and t.day - ${comparedDays}) as established
             from telemetry_day t
            cross join lateral (
              select percentile_cont(0.5) within group (order by coalesce(d.bytes, 0)) as usual
                from generate_series(1, ${comparedDays}) as back
                left join telemetry_day d on d.day = t.day - back and d.instance_id = t.instance_id) as before
            where t.day = $1 and t.bytes >= ${unusualLeastBytes} and before.usual > 0 and t.bytes >= ${unusualTimes} * before.usual
            order by t.bytes desc, t.instance_id`,
    values: [new Date(nowMs).toISOString().slice(0, 10)],
  });
  return rows;
};

/** Deletes some of the days older than nine days; answers whether more may be left. */
export const pruneInstanceDays = (db: Pick<Db, 'pool'>, nowMs = Date.now()): Promise<boolean> =>
  pruneSome(db, 'telemetry_day', 'day', (nowMs - keptDays * dayMs) / 1000);

/** Asks, once a day and instance however many ask, that owners be told. */
const askToTell = async (kernel: CommandKernel, unusual: readonly UnusualInstance[], nowMs: EpochMs): Promise<void> => {
  if (unusual.length === 0) return;
  await runCommand(kernel, systemContext(nowMs), async (trx) => {
    for (const { app_id, instance_id, day, bytes, usual } of unusual) {
      const id = derivedId('unusual_traffic', instance_id, day);
      const jump = { instance_id, day, bytes, usual: Math.ceil(usual) };
      await enqueueEffect(trx, id, 'unusual_traffic', { app_id, jump });
    }
    return { status: 200, data: null };
  });
};

/**
 * Monitors such instances every five minutes: exports their number as a metric, logs each once a day, and has the owners
 * of their apps told. `mine` are the lanes of this worker: whoever has the first monitors for all.
 *
 * Owners are told once a UTC day and instance, on each day that is unusual: where the load stays, that is four days in a
 * row, after which it is what is usual. Nobody is told of an instance that has not sent for seven days.
 */
export const createUnusualInstanceMonitor = (kernel: CommandKernel & Pick<Kernel, 'analytics' | 'metrics'>) => {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let logged = new Set<string>();
  let told = new Set<string>();
  let day = 0;
  return async (mine: readonly number[], nowMs: EpochMs): Promise<void> => {
    const { instancesAboveUsual } = kernel.metrics;
    if (!mine.includes(0)) return instancesAboveUsual.set(0);
    if (performance.now() - checkedAt < intervalMs) return;
    checkedAt = performance.now();
    const today = Math.floor(nowMs / dayMs);
    if (today !== day) {
      logged = new Set();
      told = new Set();
    }
    day = today;
    const unusual = await readUnusualInstances(kernel.analytics, nowMs);
    instancesAboveUsual.set(unusual.length);
    for (const one of unusual.slice(0, maxLogged)) {
      if (logged.has(one.instance_id)) continue;
      logged.add(one.instance_id);
      kernel.log.warn({ part: 'projection:analytics', ...one }, 'an instance gets far more batches than usual');
    }
    const untold = unusual.filter(({ established, instance_id }) => established && !told.has(instance_id));
    await askToTell(kernel, untold, nowMs);
    for (const { instance_id } of untold) told.add(instance_id);
  };
};
