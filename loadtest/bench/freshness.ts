import { delay } from '#kernel/platform/delay.ts';
import type { Harness, Person } from '#ops/testing/harness.ts';
import { appendAs } from '#ops/testing/scene.ts';
import type { ServerProcess } from '../faults/processes.ts';
import { withSdkProcesses } from './extra-processes.ts';
import { type Benchmark, type Measured, percentile, type RunSize, scaled } from './measure.ts';
import { type SeededApp, seedApp } from './seed.ts';
import { withProduct } from './with-product.ts';

const apps = 20;
const mostMs = 2000;
const timeoutMs = 30_000;

/** Asks until the first group has that title; answers when that was. */
const shows = async ({ address }: ServerProcess, token: string, title: string): Promise<number> => {
  for (const end = performance.now() + timeoutMs; performance.now() < end; ) {
    const answer = await fetch(`${address}/sdk/v1/${token}/stories`);
    const body = await answer.text();
    if (body.includes(`"${title}"`)) return performance.now();
    await delay(2);
  }
  throw new Error(`${title} was not delivered within ${timeoutMs} ms`);
};

/** One change after the other, each until the last process delivers it; in ms after the change was made. */
const measureChanges = async (
  h: Harness,
  person: Person,
  seeded: readonly SeededApp[],
  processes: readonly ServerProcess[],
  count: number,
): Promise<number[]> => {
  const took: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const { token, groups } = seeded[index % seeded.length]!;
    const title = `Change ${index}`;
    await appendAs(h, person, `storyGroup-${groups[0]!.group_id}`, [
      { type: 'StoryGroupDetailsChanged', data: { title } },
    ]);
    const made = performance.now();
    const seen = await Promise.all(processes.map((served) => shows(served, token, title)));
    took.push(Math.max(...seen) - made);
  }
  return took;
};

const measure = async (h: Harness, processes: readonly ServerProcess[], size: RunSize): Promise<Measured[]> => {
  const person = await h.person();
  const seeded: SeededApp[] = [];
  for (let app = 0; app < scaled(apps, size, 4); app += 1) seeded.push(await seedApp(h, person, 3, 4));
  await h.caughtUp();
  const took = await measureChanges(h, person, seeded, processes, scaled(1000, size, 5));
  const p99 = percentile(took, 0.99);
  const median = percentile(took, 0.5);
  return [
    {
      path: `a change in the answers of ${processes.length} processes, p99 of ${took.length} changes`,
      peer: 'the limit',
      unit: 'ms',
      ours: p99,
      theirs: mostMs,
      ratio: mostMs / p99,
      spread: [mostMs / Math.max(...took), mostMs / Math.min(...took)],
      goal: 1,
      floor: null,
      note: `median ${median.toPrecision(3)} ms, at most ${Math.max(...took).toPrecision(3)} ms`,
    },
  ];
};

/**
 * How long after a change the last of two delivering processes still answers what was before; one of them is enough
 * where nobody reads the figures.
 */
export const freshnessBenchmark: Benchmark = (size) =>
  withProduct((h) => withSdkProcesses(h, size.cold ? 1 : 2, (processes) => measure(h, processes, size)), {
    parts: true,
  });
