import type { Test } from 'tap';
import { runToExit } from './running.ts';

const longestMs = 400_000;

/**
 * Lets a program that measures run once in short (`--smoke`), which measures nothing, and expects that nothing failed.
 */
export const runSmoke = async (t: Test, file: string): Promise<void> => {
  t.setTimeout(longestMs + 10_000);
  // Tap's own hooks stay out; whatever says where packages come from goes along.
  const { NODE_OPTIONS: _, ...env } = process.env as Record<string, string>;
  const { code, out, error } = await runToExit(file, ['--smoke'], env, longestMs);
  t.equal(code, 0, `${file} --smoke`);
  if (code !== 0) t.comment(`${out}${error}`);
};
