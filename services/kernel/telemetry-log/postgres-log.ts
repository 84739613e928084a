import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { Refusal } from '#contracts/api/errors.ts';
import type { Notifier } from '../db/notifier.ts';
import type { Db } from '../db/pool.ts';
import type { Logger } from '../platform/log.ts';
import { ensureInboxDays } from './inbox-days.ts';
import type { TelemetryLog, TelemetryRecord } from './log.ts';

const batchWindowMs = 2;
const maxRecords = 500;
const maxConcurrentCopies = 2;
const maxQueuedBytes = 32 * 1024 * 1024;
/** After this the sender is told to retry; after `connectionTimeoutMs` the connection is dropped, too. */
const deadlineMs = 2000;
const connectionTimeoutMs = 10_000;

interface QueuedRecord {
  line: string;
  since: number;
  done(): void;
  fail(error: Error): void;
}

/** How long it may still wait, in ms. */
const untilOverdue = ({ since }: QueuedRecord): number => Math.max(0, deadlineMs - (performance.now() - since)) + 1;

const copyStatement = 'copy telemetry_batch (partition, instance_id, batch_id, payload) from stdin';

// What means something in COPY's text format. JSON holds raw tabs and line ends only between its parts, where a space
// does.
const special = /[\\\t\n\r]/;
const copyText = (json: string): string =>
  special.test(json) ? json.replaceAll('\\', '\\\\').replaceAll(/[\t\n\r]/g, ' ') : json;
const copyLine = ({ partition, instance_id, batch_id, payload }: TelemetryRecord): string =>
  `${partition}\t${instance_id}\t${batch_id}\t${copyText(payload)}\n`;

const withTimeout = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`no answer from Postgres within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Appends accepted batches to the Postgres inbox. Concurrent batches share one COPY and so one fsync; each resolves
 * after COMMIT. When the queue is full, Postgres is down, or two seconds pass, it refuses with `Unavailable`: a batch
 * that was stored nevertheless is deduplicated when its sender repeats it.
 */
export const openPostgresTelemetry = (
  db: Db,
  { log, notifier }: { log: Logger; notifier: Pick<Notifier, 'notify'> },
): TelemetryLog => {
  let queue: QueuedRecord[] = [];
  let queuedBytes = 0;
  let copiesInFlight = 0;
  let flushScheduled = false;
  let sweepScheduled = false;
  let stopped = false;
  let onDrained: (() => void) | null = null;
  const ready = ensureInboxDays(db, log).catch((error) =>
    log.error({ err: error }, 'could not create the partitions of the inbox'),
  );

  const copyLines = async (lines: string[]): Promise<void> => {
    const client = await db.pool.connect();
    let broken: Error | undefined;
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      const copy = client.query(copyFrom(copyStatement));
      copy.end(lines.join(''));
      await withTimeout(connectionTimeoutMs, finished(copy));
    } catch (error) {
      broken ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  };

  const flush = async (batch: QueuedRecord[]): Promise<void> => {
    copiesInFlight += 1;
    // Each has its deadline from when it came, and may have waited for another COPY.
    let late: NodeJS.Timeout | undefined;
    let refused = 0;
    const refuseOverdue = () => {
      const oldest = performance.now() - deadlineMs;
      for (; batch[refused] && batch[refused]!.since <= oldest; refused += 1)
        batch[refused]!.fail(new Refusal('Unavailable'));
      if (batch[refused]) late = setTimeout(refuseOverdue, untilOverdue(batch[refused]!));
    };
    refuseOverdue();
    try {
      await ready;
      await copyLines(batch.map((one) => one.line));
      for (const one of batch) one.done();
      notifier.notify('telemetry');
    } catch (error) {
      log.error({ err: error, batches: batch.length }, 'could not store batches');
      for (const one of batch) one.fail(new Refusal('Unavailable'));
    } finally {
      clearTimeout(late);
      copiesInFlight -= 1;
      flushIfDue();
    }
  };

  // While every COPY hangs, queued batches are rejected at their deadline.
  const rejectOverdue = () => {
    sweepScheduled = false;
    const oldest = performance.now() - deadlineMs;
    const late = queue.filter((one) => one.since <= oldest);
    queue = queue.slice(late.length);
    for (const one of late) {
      queuedBytes -= one.line.length;
      one.fail(new Refusal('Unavailable'));
    }
    flushIfDue();
  };

  const flushIfDue = () => {
    if (queue.length === 0 && copiesInFlight === 0) onDrained?.();
    if (queue.length === 0) return;
    if (copiesInFlight >= maxConcurrentCopies) {
      if (!sweepScheduled) setTimeout(rejectOverdue, untilOverdue(queue[0]!));
      sweepScheduled = true;
      return;
    }
    // Not `createTurnBatch`: COPYs run in parallel up to a limit. The first record waits for others within the batch
    // window; a full one is flushed at once.
    const rest = stopped || queue.length >= maxRecords ? 0 : batchWindowMs - (performance.now() - queue[0]!.since);
    if (rest > 0.2) {
      if (flushScheduled) return;
      flushScheduled = true;
      setTimeout(() => {
        flushScheduled = false;
        flushIfDue();
      }, rest);
      return;
    }
    const batch = queue.slice(0, maxRecords);
    queue = queue.slice(maxRecords);
    for (const one of batch) queuedBytes -= one.line.length;
    void flush(batch);
    flushIfDue();
  };

  return {
    append(record) {
      const line = copyLine(record);
      if (stopped || queuedBytes + line.length > maxQueuedBytes) return Promise.reject(new Refusal('Unavailable'));
      return new Promise((done, fail) => {
        queuedBytes += line.length;
        queue.push({ line, since: performance.now(), done, fail });
        flushIfDue();
      });
    },
    async stop() {
      stopped = true;
      if (queue.length === 0 && copiesInFlight === 0) return ready;
      await new Promise<void>((done) => {
        onDrained = done;
        flushIfDue();
      });
    },
  };
};
