import { createHash } from 'node:crypto';
import t from 'tap';
import {
  laneCount,
  laneOf,
  laneSubjectFilter,
  partitionCount,
  partitionIn,
  partitionOf,
  partitionSubject,
} from './partition.ts';

const every = Array.from({ length: partitionCount }, (_, partition) => partition);

t.test('a subject names its partition, and no other has it', async (t) => {
  t.same(
    every.map((partition) => partitionIn(partitionSubject(partition))),
    every,
  );
  t.equal(new Set(every.map(partitionSubject)).size, partitionCount);
  t.equal(partitionSubject(3), 'telemetry.3.0.0.0.0.0.0.0');
  t.equal(partitionSubject(1023), 'telemetry.7.1.1.1.1.1.1.1');
});

t.test('a lane is the filter of its partitions alone, those of before included', async (t) => {
  const outside = every.filter(
    (partition) => !partitionSubject(partition).startsWith(laneSubjectFilter(laneOf(partition)).slice(0, -1)),
  );
  t.same(outside, []);
  t.equal(new Set(every.map((partition) => laneSubjectFilter(laneOf(partition)))).size, laneCount);
  t.equal(partitionIn('telemetry.3.43'), 43, 'as it was named while there were 64');
  t.equal(laneSubjectFilter(laneOf(43)), 'telemetry.3.>');
  t.ok(Number.isNaN(partitionIn('telemetry')));
  t.ok(Number.isNaN(partitionIn('telemetry.3.0.1')));
});

t.test('the low six bits of a partition are the partition of before, so that an instance keeps its lane', async (t) => {
  const tokens = Array.from({ length: 5000 }, (_, index) => `token-${index}`);
  for (const token of tokens) {
    const before = createHash('sha256').update(token).digest()[0]! & 63;
    if ((partitionOf(token) & 63) !== before) t.fail(token);
  }
  const used = new Set(tokens.map(partitionOf));
  t.ok(used.size > partitionCount * 0.98, `${used.size} partitions have an instance`);
});
