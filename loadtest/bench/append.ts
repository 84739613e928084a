import { v7 as uuidv7 } from 'uuid';
import type { StoryrailEvent } from '#contracts/events.ts';
import { openDb } from '#kernel/db/pool.ts';
import { appendAlone, type Origin } from '#kernel/event-store/append.ts';
import { alternate, type Benchmark, inParallel, type Measured, perSecond, type Size, scaled } from './measure.ts';
import { rawInserts } from './peers.ts';
import { withProduct } from './place.ts';

const origin: Origin = {
  account_id: uuidv7(),
  actor: { type: 'user', id: uuidv7() },
  on_behalf_of: null,
  correlation_id: uuidv7(),
  request_id: null,
  cause: null,
  client: null,
  now: Date.now(),
};
const event: StoryrailEvent = { type: 'StoryGroupStatusChanged', data: { from: 1, to: 2 } };
const longest = 40;

const appendBy = (url: string, workers: number, count: number, size: Size): Promise<Measured> => {
  const db = openDb(url, { max: workers, waitMs: 10_000, pipeline: true });
  const streams = Array.from({ length: workers }, () => ({ name: '', version: longest }));
  const one = (worker: number) => {
    const stream = streams[worker]!;
    if (stream.version === longest) Object.assign(stream, { name: `storyGroup-${uuidv7()}`, version: 0 });
    return appendAlone(db, stream.name, stream.version++, [event], origin);
  };
  return (async () => {
    const raw = await rawInserts(url, workers);
    try {
      return await alternate(
        {
          path: `append, ${workers === 1 ? 'one event at a time' : `${workers} at once, one event each`}`,
          peer: `durable one-row inserts by pg, ${workers === 1 ? '1 connection' : `${workers} connections`}`,
          unit: 'appends/s',
          goal: 0.85,
          floor: 0.7,
        },
        size,
        () => perSecond(count, () => inParallel(workers, count, one)),
        () => perSecond(count, () => inParallel(workers, count, raw.insert)),
      );
    } finally {
      await raw.stop();
      await db.pool.end();
    }
  })();
};

/** Appends of single events, each in a transaction of its own, one at a time and 32 at once. */
export const appendBenchmark: Benchmark = (size) =>
  withProduct(async ({ databaseUrl }) => [
    await appendBy(databaseUrl, 1, scaled(1000, size, 20), size),
    await appendBy(databaseUrl, 32, scaled(6000, size, 64), size),
  ]);
