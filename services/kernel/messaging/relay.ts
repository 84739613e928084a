import { JetStreamApiCodes } from '@nats-io/jetstream';
import type { EpochMs } from '#contracts/time.ts';
import { type Db, openDb } from '../db/pool.ts';
import { createWakeEvent } from '../db/wake-event.ts';
import { type Checkpoint, readLog } from '../event-store/read.ts';
import type { Kernel } from '../kernel.ts';
import { type StartPart, singleRunner } from '../part.ts';
import { delay } from '../platform/delay.ts';
import { type Bus, BusUnavailable } from './bus.ts';
import { publishBatch } from './publish.ts';
import { jetStreamErrorCode } from './stream.ts';
import { findTail, readRelayed, type StreamTail, writeRelayed } from './stream-tail.ts';

const batchSize = 200;
const pollMs = 1000;
const firstPollMs = 15;
const retryMs = 250;
const alarmSeconds = 5;
const alarmEveryMs = 30_000;

/** JetStream's error codes for an unexpected sequence: the end of the stream must be looked up again. */
const sequenceConflicts: readonly (number | null)[] = [
  JetStreamApiCodes.StreamWrongLastSequence,
  JetStreamApiCodes.StreamWrongLastSequenceUnknown,
];

/** Age in seconds of the oldest event that is not published, 0 when there is none. */
const measureLag = async (db: Db, { transaction_id, position }: Checkpoint): Promise<number> => {
  const { rows } = await db.pool.query<{ ts: EpochMs }>({
    name: 'relay-lag',
    text: `select ts from event where (transaction_id, position) > ($1::xid8, $2::bigint)
            order by transaction_id, position limit 1`,
    values: [transaction_id, position],
  });
  return rows[0] ? Math.max(0, (Date.now() - rows[0].ts) / 1000) : 0;
};

/** Reports the lag of the stream: the metric each second, an alarm in the log when it is long, a line when it ends. */
const createLagMonitor = (kernel: Pick<Kernel, 'log' | 'metrics'>, db: Db) => {
  let measured = Number.NEGATIVE_INFINITY;
  let alarmed = Number.NEGATIVE_INFINITY;
  let behind = false;
  return async (at: Checkpoint, trouble: BusUnavailable | null): Promise<void> => {
    const now = performance.now();
    if (now - measured < pollMs && !(behind && !trouble)) return;
    measured = now;
    const seconds = await measureLag(db, at);
    kernel.metrics.relayLag.set(seconds);
    if (seconds > alarmSeconds && now - alarmed >= alarmEveryMs) {
      alarmed = now;
      behind = true;
      kernel.log.error({ seconds, reason: trouble?.message }, 'the relay to NATS is behind; the log keeps all events');
    }
    if (!behind || seconds > 1) return;
    behind = false;
    alarmed = Number.NEGATIVE_INFINITY;
    kernel.log.info('the relay to NATS has caught up');
  };
};

/** Logs a publishing failure once, until something is published again. A rejection by JetStream is an error at once. */
const createFailureLog = (kernel: Pick<Kernel, 'log' | 'metrics'>) => {
  let logged = '';
  return {
    report(failure: BusUnavailable) {
      const code = jetStreamErrorCode(failure.cause);
      if (sequenceConflicts.includes(code)) return;
      kernel.metrics.relayFailures.inc();
      // A missing connection is logged by the bus.
      if (failure.cause === undefined || failure.message === logged) return;
      logged = failure.message;
      if (code === null) kernel.log.warn({ reason: failure.message }, 'cannot publish events right now');
      else kernel.log.error({ code, reason: failure.message }, 'JetStream refuses events; the log keeps them');
    },
    reset() {
      logged = '';
    },
  };
};

/** Publishes batch after batch, tracking the end of the stream in between. */
const createBatchPublisher = async (kernel: Pick<Kernel, 'log' | 'metrics'>, bus: Bus, db: Db) => {
  let at = (await readRelayed(db)).checkpoint;
  let tail: StreamTail | null = null;
  return {
    /** The log position up to which events are known to be in the stream. */
    at: () => at,
    /**
     * Publishes the next batch and answers how many events it had; throws BusUnavailable when not all of them went
     * through.
     */
    async next(): Promise<number> {
      const from = tail ?? (await findTail(bus, db, kernel.log));
      // Until the batch is acknowledged, the end of the stream is uncertain.
      tail = null;
      at = from.checkpoint;
      const rows = await readLog(db.pool, at, batchSize);
      const published = rows.length > 0 ? await publishBatch(bus, from, rows) : { tail: from, count: 0, failure: null };
      if (published.count > 0) {
        at = published.tail.checkpoint;
        await writeRelayed(db, published.tail);
        kernel.metrics.relayPublished.inc(published.count);
      }
      if (published.failure) throw published.failure;
      tail = published.tail;
      return rows.length;
    },
  };
};

const runRelay = async (
  kernel: Pick<Kernel, 'databaseUrl' | 'log' | 'metrics' | 'notifier'>,
  bus: Bus,
  signal: AbortSignal,
): Promise<void> => {
  const db = openDb(kernel.databaseUrl, { max: 1, waitMs: 5000 });
  const { wait, dispose } = createWakeEvent(kernel.notifier, signal);
  try {
    const reportLag = createLagMonitor(kernel, db);
    const failures = createFailureLog(kernel);
    const publisher = await createBatchPublisher(kernel, bus, db);
    let pollDelay = firstPollMs;
    while (!signal.aborted) {
      const done = await publisher.next().catch((error) => {
        if (error instanceof BusUnavailable) return error;
        throw error;
      });
      if (done instanceof BusUnavailable) failures.report(done);
      await reportLag(publisher.at(), done instanceof BusUnavailable ? done : null);
      if (done === batchSize) continue;
      if (done instanceof BusUnavailable) {
        await delay(retryMs, signal);
        continue;
      }
      if (done > 0) {
        failures.reset();
        pollDelay = firstPollMs;
      }
      // After a notification the event may still be behind another open transaction, so the first polls come quickly.
      pollDelay = (await wait(pollDelay)) ? firstPollMs : Math.min(pollDelay * 2, pollMs);
    }
  } finally {
    dispose();
    kernel.metrics.relayLag.set(0);
    await db.pool.end();
  }
};

/**
 * The part that publishes committed events to JetStream in the order of the log, in one process at a time. It is
 * healthy while NATS is away, since nothing else needs NATS: the log keeps the events, and metrics and alarms tell how
 * many wait.
 */
export const startRelay: StartPart = async (kernel) => {
  const { bus } = kernel;
  if (!bus) return { name: 'relay', healthy: () => null, stop: async () => {} };
  return singleRunner(kernel, kernel.locks, 'relay', (signal) => runRelay(kernel, bus, signal));
};
