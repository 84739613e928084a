import { setTimeout } from 'node:timers/promises';
import { JetStreamApiCodes } from '@nats-io/jetstream';
import { type Db, openDb } from '../db/pool.ts';
import { createWakeEvent } from '../db/wake-event.ts';
import { type Checkpoint, readLog } from '../event-store/read.ts';
import type { Kernel } from '../kernel.ts';
import { type StartPart, singleRunner } from '../part.ts';
import { type Bus, BusDown } from './bus.ts';
import { publishBatch } from './publish.ts';
import { refusalCode } from './stream.ts';
import { findTail, readRelayed, type Tail, writeRelayed } from './tail.ts';

const batchSize = 200;
const pollMs = 1000;
const firstPollMs = 15;
const retryMs = 250;
const alarmSeconds = 5;
const alarmEveryMs = 30_000;

/** JetStream's numbers for a message that came out of its turn: the end of the stream must be looked up again. */
const outOfTurn: readonly (number | null)[] = [
  JetStreamApiCodes.StreamWrongLastSequence,
  JetStreamApiCodes.StreamWrongLastSequenceUnknown,
];

/** Age in seconds of the oldest event that is not published, 0 when there is none. */
const measureLag = async (db: Db, { transaction_id, position }: Checkpoint): Promise<number> => {
  const { rows } = await db.pool.query<{ ts: number }>({
    name: 'relay-lag',
    text: `select ts from event where (transaction_id, position) > ($1::xid8, $2::bigint)
            order by transaction_id, position limit 1`,
    values: [transaction_id, position],
  });
  return rows[0] ? Math.max(0, (Date.now() - rows[0].ts) / 1000) : 0;
};

/** Watches how far the stream is behind: the metric each second, an alarm in the log when it is long, a line when it ends. */
const createWatch = (kernel: Pick<Kernel, 'log' | 'metrics'>, db: Db) => {
  let measured = Number.NEGATIVE_INFINITY;
  let alarmed = Number.NEGATIVE_INFINITY;
  let behind = false;
  return async (at: Checkpoint, trouble: BusDown | null): Promise<void> => {
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

/** Says once, until something is published again, why nothing is. What JetStream refuses is an alarm at once. */
const createComplaint = (kernel: Pick<Kernel, 'log' | 'metrics'>) => {
  let said = '';
  return {
    about(failure: BusDown) {
      const code = refusalCode(failure.cause);
      if (outOfTurn.includes(code)) return;
      kernel.metrics.relayFailures.inc();
      // That there is no connection, and why, the bus says.
      if (failure.cause === undefined || failure.message === said) return;
      said = failure.message;
      if (code === null) kernel.log.warn({ reason: failure.message }, 'events cannot be published now');
      else kernel.log.error({ code, reason: failure.message }, 'JetStream refuses events; the log keeps them');
    },
    forget() {
      said = '';
    },
  };
};

/** Publishes batch after batch, knowing between them where the stream ends. */
const createSteps = async (kernel: Kernel, bus: Bus, db: Db) => {
  let at = (await readRelayed(db)).place;
  let tail: Tail | null = null;
  return {
    /** Up to where the stream is known to have the log. */
    at: () => at,
    /** Publishes what comes next and answers how many events; throws BusDown when not all of them went through. */
    async next(): Promise<number> {
      const from = tail ?? (await findTail(bus, db, kernel.log));
      // Until the batch has gone through, where the stream ends is not known for sure.
      tail = null;
      at = from.place;
      const rows = await readLog(db.pool, at, batchSize);
      const published = rows.length > 0 ? await publishBatch(bus, from, rows) : { tail: from, count: 0, failure: null };
      if (published.count > 0) {
        at = published.tail.place;
        await writeRelayed(db, published.tail);
        kernel.metrics.relayPublished.inc(published.count);
      }
      if (published.failure) throw published.failure;
      tail = published.tail;
      return rows.length;
    },
  };
};

const runRelay = async (kernel: Kernel, bus: Bus, signal: AbortSignal): Promise<void> => {
  const db = openDb(kernel.databaseUrl, { max: 1, waitMs: 5000 });
  const { wait: sleep, dispose: forget } = createWakeEvent(kernel.notifier, signal);
  try {
    const watch = createWatch(kernel, db);
    const complaint = createComplaint(kernel);
    const steps = await createSteps(kernel, bus, db);
    let pause = firstPollMs;
    while (!signal.aborted) {
      const done = await steps.next().catch((error) => {
        if (error instanceof BusDown) return error;
        throw error;
      });
      if (done instanceof BusDown) complaint.about(done);
      await watch(steps.at(), done instanceof BusDown ? done : null);
      if (done === batchSize) continue;
      if (done instanceof BusDown) {
        await setTimeout(retryMs, undefined, { signal }).catch(() => {});
        continue;
      }
      if (done > 0) {
        complaint.forget();
        pause = firstPollMs;
      }
      // After a wake-up the event may still lie behind another writer's transaction, so the first looks come quickly.
      pause = (await sleep(pause)) ? firstPollMs : Math.min(pause * 2, pollMs);
    }
  } finally {
    forget();
    kernel.metrics.relayLag.set(0);
    await db.pool.end();
  }
};

/**
 * The part that publishes committed events to JetStream in the order of the log, in one process at a time. It is healthy
 * while NATS is away, since nothing else needs NATS: the log keeps the events, and metrics and alarms tell how many wait.
 */
export const startRelay: StartPart = async (kernel) => {
  const { bus } = kernel;
  if (!bus) return { name: 'relay', healthy: () => null, stop: async () => {} };
  return singleRunner(kernel, kernel.databaseUrl, 'relay', (signal) => runRelay(kernel, bus, signal));
};
