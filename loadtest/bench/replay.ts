import { evolveStream, initialState } from '#contracts/sentences.ts';
import { copyLog } from '#kernel/event-store/copy.ts';
import { logStart } from '#kernel/event-store/read.ts';
import { toEvent } from '#kernel/event-store/row.ts';
import type { Harness } from '#ops/testing/harness.ts';
import { copyOut } from './copy-out.ts';
import { fillLog } from './fill-log.ts';
import { alternate, type Benchmark, perSecond, scaled } from './measure.ts';
import { withProduct } from './place.ts';

const replay = async ({ kernel }: Harness): Promise<number> => {
  const states = new Map<string, unknown>();
  const client = await kernel.db.pool.connect();
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
    return [
      await alternate(
        line,
        size,
        () => perSecond(events, () => replay(h)),
        () => perSecond(events, () => copyOut(h.kernel.db.pool)),
      ),
    ];
  });
