import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Measured, RunSize, Unmeasured } from './measure.ts';

/**
 * Runs a benchmark isolated in a process of its own, on the Postgres of TEST_DATABASE_URL: what one leaves in memory
 * and in the compiler does not slow the next.
 */
export const measureInOwnProcess = async (name: string, size: RunSize): Promise<(Measured | Unmeasured)[]> => {
  const child = fork(
    fileURLToPath(new URL('./isolated-process.ts', import.meta.url)),
    [name, String(size.scale), String(size.rounds)],
    { serialization: 'advanced' },
  );
  let lines: (Measured | Unmeasured)[] | null = null;
  child.on('message', (message) => {
    lines = message as (Measured | Unmeasured)[];
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (!lines) throw new Error(`the benchmark ${name} ended with ${code} and without figures`);
  return lines;
};
