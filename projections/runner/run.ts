import { type Db, openDb } from '#kernel/db/pool.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { createWakeEvent } from '#kernel/db/wake-event.ts';
import { type Checkpoint, readLog } from '#kernel/event-store/read.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { followStream } from '#kernel/messaging/follow.ts';
import { type StartPart, singleRunner } from '#kernel/part.ts';
import type { Projection } from '../projection.ts';
import { schemaHash } from '../schema-hash.ts';
import { StaleWriter } from '../stale-writer.ts';
import { type ApplyOptions, applyBatch, type EventTimeouts } from './batch.ts';
import { measureProjection } from './measure.ts';
import { rebuildProjection } from './rebuild.ts';
import { createStateReader } from './stream-states.ts';
import { ensureTables, liveTables, readCheckpoint } from './tables.ts';
import { logApplied, traceBatch } from './trace-batch.ts';

const batchSize = 500;
// Every write transaction holds back all readers of the log, so one applies no further event after this time.
const budgetMs = 150;
const pollMs = 1000;
const firstPollMs = 15;

const prepareTables = async (kernel: Kernel, db: Db, projection: Projection): Promise<Checkpoint> => {
  await ensureTables(db, projection, transaction);
  const found = await readCheckpoint(db.pool, projection.name);
  if (found?.tables_hash === (await schemaHash(projection))) return found;
  kernel.log.info({ projection: projection.name }, 'the tables changed and are being rebuilt');
  await rebuildProjection(kernel, projection);
  return (await readCheckpoint(db.pool, projection.name))!;
};

/** Runs measurements each second and hourly work; a failure is logged and never stops the projection. */
const createMonitor = (
  kernel: Pick<Kernel, 'db' | 'files' | 'log' | 'metrics' | 'now' | 'secrets' | 'tracing'>,
  db: Db,
  projection: Projection,
) => {
  let measured = 0;
  let hourly = 0;
  return async (at: Checkpoint): Promise<void> => {
    const now = performance.now();
    if (now - measured < pollMs && measured > 0) return;
    measured = now;
    try {
      await measureProjection(kernel, db, projection.name, at);
      if (hourly > 0 && now - hourly < 3_600_000) return;
      hourly = now;
      await projection.prune?.(db.pool, projection.name, kernel.now());
      await projection.hourly?.(kernel);
    } catch (error) {
      kernel.log.warn({ err: error, projection: projection.name }, 'could not measure a projection');
    }
  };
};

const follow = async (
  kernel: Kernel,
  projection: Projection,
  timeouts: EventTimeouts,
  signal: AbortSignal,
): Promise<void> => {
  const db = openDb(kernel.databaseUrl, { max: 1, waitMs: 5000 });
  const { wait: sleep, set: rouse, dispose: forget } = createWakeEvent(kernel.notifier, signal);
  const leave = kernel.bus ? followStream(kernel.bus, rouse, kernel.log) : null;
  try {
    let at = await prepareTables(kernel, db, projection);
    const options: ApplyOptions = {
      db,
      tables: liveTables(projection, await schemaHash(projection)),
      stateChangeAt: createStateReader(),
      budgetMs,
      timeouts,
      onDeadLetter: (row, error) =>
        kernel.log.error(
          { err: error, projection: projection.name, stream: row.stream, version: row.version },
          'an event failed and was parked with all later ones of its stream',
        ),
      onCommitted: (trx) => projection.committed?.(kernel, trx),
    };
    const monitor = createMonitor(kernel, db, projection);
    let pause = firstPollMs;
    while (!signal.aborted) {
      const rows = await readLog(db.pool, at, batchSize);
      let applied = 0;
      if (rows.length > 0) {
        const from = at;
        ({ applied, at } = await traceBatch(kernel, projection.name, rows, () => applyBatch(options, from, rows)));
        logApplied(kernel, projection.name, rows.slice(0, applied));
      }
      await monitor(at);
      if (applied < rows.length || rows.length === batchSize) continue;
      if (applied > 0) pause = firstPollMs;
      // After a wake-up the event may still be beyond another writer's transaction, so the first polls come quickly.
      pause = (await sleep(pause)) ? firstPollMs : Math.min(pause * 2, pollMs);
    }
  } catch (error) {
    if (!(error instanceof StaleWriter)) throw error;
    kernel.log.warn({ projection: projection.name }, 'another process moved the checkpoint; starting again from there');
  } finally {
    forget();
    leave?.();
    // Whoever runs it next tells how it is; two processes would tell two things.
    for (const gauge of [kernel.metrics.projectionLag, kernel.metrics.projectionParked])
      gauge.remove({ projection: projection.name });
    await db.pool.end();
  }
};

/** The part that runs a projection, in one process at a time. */
export const startProjection =
  (projection: Projection): StartPart =>
  async (kernel) => {
    // It outlives the turn that a failure ends.
    const timeouts: EventTimeouts = new Map();
    return singleRunner(kernel, kernel.locks, `projection:${projection.name}`, (signal) =>
      follow(kernel, projection, timeouts, signal),
    );
  };
