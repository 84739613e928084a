import { evolveStream, initialState } from '#contracts/stream.ts';
import { type Db, openDb } from '#kernel/db/pool.ts';
import { copyLog } from '#kernel/event-store/copy.ts';
import { logStart } from '#kernel/event-store/read.ts';
import { toEvent } from '#kernel/event-store/row.ts';
import { copyLogOut } from './copy-out.ts';
import { fillLog } from './fill-log.ts';
import { alternate, type Benchmark, perSecond, scaled } from './measure.ts';
import { withProduct } from './with-product.ts';

const replay = async (pool: Db['pool']): Promise<number> => {
  const states = new Map<string, unknown>();
  const client = await pool.connect();
  try {
    for await (const rows of copyLog(client, logStart))
      for (const row of rows) {
        const held = states.get(row.stream) ?? initialState(row.stream);
        states.set(row.stream, evolveStream(held, toEvent(row)));
      }
  } finally {
    client.release();
  }
  return states.size;
};

/** The whole log, upcast, checked and folded to the state of every stream, against its bytes copied out. */
export const replayBenchmark: Benchmark = (size) =>
  withProduct(async (h) => {
    const events = await fillLog(h, scaled(100_000, size, 25));
    const line = {
      path: `replay into memory, ${events} events`,
      peer: 'COPY OUT to Node',
      unit: 'events/s',
      goal: 0.7,
      floor: 0.5,
    };
    const { pool } = openDb(h.databaseUrl, { max: 1 });
    const measured = await alternate(
      line,
      size,
      () => perSecond(events, () => replay(pool)),
      () => perSecond(events, () => copyLogOut(pool)),
    );
    await pool.end();
    return [measured];
  });
