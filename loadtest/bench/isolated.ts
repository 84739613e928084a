import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Measured, RunSize, Unmeasured } from './measure.ts';

const self = fileURLToPath(import.meta.url);

/**
 * Runs a benchmark isolated in a process of its own, on the Postgres of TEST_DATABASE_URL: what one leaves in memory
 * and in the compiler does not slow the next.
 */
export const measureInOwnProcess = async (name: string, size: RunSize): Promise<(Measured | Unmeasured)[]> => {
  const child = fork(self, [name, String(size.scale), String(size.rounds)], { serialization: 'advanced' });
  let lines: (Measured | Unmeasured)[] | null = null;
  child.on('message', (message) => {
    lines = message as (Measured | Unmeasured)[];
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (!lines) throw new Error(`the benchmark ${name} ended with ${code} and without figures`);
  return lines;
};

if (process.argv[1] === self) {
  // Nobody waits for the figures any longer.
  process.on('disconnect', () => process.exit(1));
  const { benchmarks } = await import('./all.ts');
  const [name, scale, rounds] = process.argv.slice(2);
  const lines = await benchmarks[name!]!({ scale: Number(scale), rounds: Number(rounds) });
  await new Promise((done) => process.send!(lines, done));
  process.exit();
}
