import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { Refusal } from '#contracts/errors.ts';
import type { Db } from '../db/pool.ts';
import type { Wake } from '../db/wake.ts';
import type { Logger } from '../platform/log.ts';
import { ensureInboxDays } from './inbox-days.ts';
import type { TelemetryLog, TelemetryRecord } from './log.ts';

const windowMs = 2;
const maxRecords = 500;
const maxFlights = 2;
const maxQueuedBytes = 32 * 1024 * 1024;
/** After this a sender is told to come again; after `cutMs` the connection is given up, too. */
const deadlineMs = 2000;
const cutMs = 10_000;

interface Waiting {
  line: string;
  since: number;
  done(): void;
  fail(error: Error): void;
}

const copyStatement = 'copy telemetry_batch (partition, instance_id, batch_id, payload) from stdin';

// What means something in COPY's text format. JSON holds raw tabs and line ends only between its parts, where a space does.
const special = /[\\\t\n\r]/;
const copyText = (json: string): string =>
  special.test(json) ? json.replaceAll('\\', '\\\\').replaceAll(/[\t\n\r]/g, ' ') : json;
const copyLine = ({ partition, instance_id, batch_id, payload }: TelemetryRecord): string =>
  `${partition}\t${instance_id}\t${batch_id}\t${copyText(payload)}\n`;

const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
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
 * Keeps accepted batches in the Postgres inbox. Concurrent batches share one COPY and so one fsync; each resolves after
 * COMMIT. When the queue is full, Postgres is away, or two seconds pass, it refuses with `Unavailable`: a batch that was
 * kept nevertheless is recognised when its sender repeats it.
 */
export const openPostgresTelemetry = (
  db: Db,
  { log, wake }: { log: Logger; wake: Pick<Wake, 'tell'> },
): TelemetryLog => {
  let queue: Waiting[] = [];
  let queuedBytes = 0;
  let flights = 0;
  let gathering = false;
  let sweeping = false;
  let stopped = false;
  let idle: (() => void) | null = null;
  const ready = ensureInboxDays(db, log).catch((error) =>
    log.error({ err: error }, 'the partitions of the inbox could not be made'),
  );

  const store = async (lines: string[]): Promise<void> => {
    const client = await db.pool.connect();
    let broken: Error | undefined;
    const lose = (error: Error) => {
      broken = error;
    };
    client.on('error', lose);
    try {
      const copy = client.query(copyFrom(copyStatement));
      copy.end(lines.join(''));
      await within(cutMs, finished(copy));
    } catch (error) {
      broken ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.off('error', lose);
      client.release(broken);
    }
  };

  const fly = async (batch: Waiting[]): Promise<void> => {
    flights += 1;
    const late = setTimeout(() => {
      for (const one of batch) one.fail(new Refusal('Unavailable'));
    }, deadlineMs);
    try {
      await ready;
      await store(batch.map((one) => one.line));
      for (const one of batch) one.done();
      wake.tell('telemetry');
    } catch (error) {
      log.error({ err: error, batches: batch.length }, 'batches were not kept');
      for (const one of batch) one.fail(new Refusal('Unavailable'));
    } finally {
      clearTimeout(late);
      flights -= 1;
      depart();
    }
  };

  // While every flight hangs, nobody who waits may hang longer than the deadline.
  const sweep = () => {
    sweeping = false;
    const oldest = performance.now() - deadlineMs;
    const late = queue.filter((one) => one.since <= oldest);
    queue = queue.slice(late.length);
    for (const one of late) {
      queuedBytes -= one.line.length;
      one.fail(new Refusal('Unavailable'));
    }
    depart();
  };

  const depart = () => {
    if (queue.length === 0 && flights === 0) idle?.();
    if (queue.length === 0) return;
    if (flights >= maxFlights) {
      if (!sweeping) setTimeout(sweep, Math.max(0, deadlineMs - (performance.now() - queue[0]!.since)) + 1);
      sweeping = true;
      return;
    }
    // The first batch of a flush waits a moment for company; a full one leaves at once.
    const rest = stopped || queue.length >= maxRecords ? 0 : windowMs - (performance.now() - queue[0]!.since);
    if (rest > 0.2) {
      if (gathering) return;
      gathering = true;
      setTimeout(() => {
        gathering = false;
        depart();
      }, rest);
      return;
    }
    const batch = queue.slice(0, maxRecords);
    queue = queue.slice(maxRecords);
    for (const one of batch) queuedBytes -= one.line.length;
    void fly(batch);
    depart();
  };

  return {
    append(record) {
      const line = copyLine(record);
      if (stopped || queuedBytes + line.length > maxQueuedBytes) return Promise.reject(new Refusal('Unavailable'));
      return new Promise((done, fail) => {
        queuedBytes += line.length;
        queue.push({ line, since: performance.now(), done, fail });
        depart();
      });
    },
    async stop() {
      stopped = true;
      if (queue.length === 0 && flights === 0) return ready;
      await new Promise<void>((done) => {
        idle = done;
        depart();
      });
    },
  };
};
