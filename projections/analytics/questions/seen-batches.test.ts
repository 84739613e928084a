import t from 'tap';
import { createRandom, pick } from '#ops/testing/random.ts';
import { dedupWindowMs } from '../count/deduplicate.ts';
import { createSeenBatches } from './seen-batches.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

t.test('what came again is told as if every batch was remembered', (t) => {
  const random = createRandom(20_261_129);
  const ids = Array.from({ length: 40 }, (_, at) => `batch-${at}`);
  let repeated = 0;
  for (let run = 0; run < 40; run += 1) {
    const seen = createSeenBatches();
    const all = new Map<string, number>();
    for (let hour = 0; hour < 45 * 24; hour += Math.ceil(random() * 30)) {
      // Of an hour in any order, and some that arrived a day before those that they stand behind.
      for (let count = 0; count < 3; count += 1) {
        const late = random() < 0.1 ? random() * dayMs : 0;
        const received_ms = Math.floor(hour * hourMs + random() * hourMs - late);
        const batch = { instance_id: pick(random, ['a', 'b']), batch_id: pick(random, ids), received_ms };
        const key = batch.instance_id + batch.batch_id;
        const before = all.get(key);
        const first = before === undefined || before < received_ms - dedupWindowMs;
        if (first) all.set(key, received_ms);
        else repeated += 1;
        seen.goOnFrom(hour * hourMs);
        if (seen.isFirst(batch) !== first) t.fail(`run ${run}, hour ${hour}: ${JSON.stringify(batch)}`);
      }
    }
  }
  t.ok(repeated > 500, `${repeated} came again`);
  t.end();
});

t.test('ids of long ago are forgotten', (t) => {
  const seen = createSeenBatches();
  const batch = (received_ms: number) => ({ instance_id: 'a', batch_id: 'one', received_ms });
  t.equal(seen.isFirst(batch(0)), true);
  t.equal(seen.isFirst(batch(1)), false);
  for (let day = 0; day < 30; day += 1) seen.goOnFrom(day * dayMs);
  t.equal(seen.isFirst(batch(1)), true, 'nothing remembers it');
  t.end();
});
