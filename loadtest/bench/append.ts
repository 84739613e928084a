import { v7 as uuidv7 } from 'uuid';
import type { StoryrailEvent } from '#contracts/events.ts';
import { openCommandDb } from '#kernel/db/pool.ts';
import { beginStatement, type Trx, transaction } from '#kernel/db/transaction.ts';
import { appendStatement, type Origin, toRecorded } from '#kernel/event-store/append.ts';
import { openEmmett } from './emmett.ts';
import {
  alternate,
  type Benchmark,
  inParallel,
  type Measured,
  orSkipped,
  perSecond,
  type RunSize,
  scaled,
  type Unmeasured,
} from './measure.ts';
import { openRawInserts } from './peers.ts';
import { withProduct } from './with-product.ts';

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

const streamsOf = (workers: number) => {
  const streams = Array.from({ length: workers }, () => ({ name: '', version: longest }));
  return (worker: number) => {
    const stream = streams[worker]!;
    if (stream.version === longest) Object.assign(stream, { name: `storyGroup-${uuidv7()}`, version: 0 });
    return { name: stream.name, version: stream.version++ };
  };
};

const pathOf = (workers: number) =>
  `append, ${workers === 1 ? 'one event at a time' : `${workers} at once, one event each`}`;
const connectionsOf = (workers: number) => (workers === 1 ? '1 connection' : `${workers} connections`);

/**
 * Our appends by so many workers, and what to close afterwards: the event alone, without what a command writes beside
 * it.
 */
export const openAppends = (url: string, workers: number, fast = true) => {
  const db = openCommandDb(url, 16, fast);
  const next = streamsOf(workers);
  const one = (worker: number) => {
    const { name, version } = next(worker);
    const append = async (trx: Trx) => {
      trx.defer(appendStatement(name, version, toRecorded(name, version, [event], origin), origin));
    };
    return transaction(db, append, [beginStatement], true);
  };
  return { one, stop: () => db.end() };
};

const againstInserts = async (
  url: string,
  ownerUrl: string,
  workers: number,
  count: number,
  size: RunSize,
): Promise<Measured> => {
  const ours = openAppends(url, workers);
  const raw = await openRawInserts(ownerUrl, workers);
  try {
    return await alternate(
      {
        path: pathOf(workers),
        peer: `durable one-row inserts by pg, ${connectionsOf(workers)}`,
        unit: 'appends/s',
        goal: 0.85,
        floor: 0.7,
      },
      size,
      () => perSecond(count, () => inParallel(workers, count, ours.one)),
      () => perSecond(count, () => inParallel(workers, count, raw.insert)),
    );
  } finally {
    await raw.stop();
    await ours.stop();
  }
};

const againstEmmett = async (
  url: string,
  ownerUrl: string,
  workers: number,
  count: number,
  size: RunSize,
): Promise<Measured[]> => {
  const emmett = await openEmmett(ownerUrl, workers);
  const ours = openAppends(url, workers);
  const next = streamsOf(workers);
  const theirs = (worker: number) => {
    const { name, version } = next(worker);
    return emmett.append(name, version, event);
  };
  try {
    const line = await alternate(
      {
        path: pathOf(workers),
        peer: `emmett-postgresql, ${connectionsOf(workers)}`,
        unit: 'appends/s',
        goal: workers === 1 ? 2 : 3,
        floor: null,
      },
      size,
      () => perSecond(count, () => inParallel(workers, count, ours.one)),
      () => perSecond(count, () => inParallel(workers, count, theirs)),
    );
    return [line];
  } finally {
    await emmett.stop();
    await ours.stop();
  }
};

const loads = [
  [1, 1000, 20],
  [32, 6000, 64],
] as const;

/** Appends of single events, each in a transaction of its own, one at a time and 32 at once. */
export const appendBenchmark: Benchmark = (size) =>
  withProduct(async ({ databaseUrl, ownerUrl }) => {
    const lines: (Measured | Unmeasured)[] = [];
    for (const [workers, count, least] of loads)
      lines.push(await againstInserts(databaseUrl, ownerUrl, workers, scaled(count, size, least), size));
    for (const [workers, count, least] of loads)
      lines.push(
        ...(await orSkipped(pathOf(workers), 'emmett-postgresql', () =>
          againstEmmett(databaseUrl, ownerUrl, workers, scaled(count / 2, size, least), size),
        )),
      );
    return lines;
  });
