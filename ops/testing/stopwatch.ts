import { availableParallelism, loadavg } from 'node:os';
import { delay } from '#kernel/platform/delay.ts';

const beatMs = 20;
/** Who waits asks less and less often, up to this: most of what is asked of a page or a database costs its whole beat. */
const longestBeatMs = 100;
/** A moment in which nothing ran here counts as much as this one at most: the machine may stand still for a minute. */
const longestMs = 250;

/** How many run for each core, 1 when there is room: what takes a second on an idle machine takes so many. */
const crowding = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

/**
 * Starts to take the time that something needs on a machine of its own, in milliseconds: time in which everything stood
 * still is left out, and the rest is divided by how crowded the machine is. For rules that say how long a thing may
 * take.
 */
export const startStopwatch = (): (() => number) => {
  const before = crowding();
  let ran = 0;
  let last = performance.now();
  const beat = () => {
    const now = performance.now();
    ran += Math.min(now - last, longestMs);
    last = now;
  };
  const timer = setInterval(beat, beatMs).unref();
  return () => {
    clearInterval(timer);
    beat();
    return ran / Math.max(before, crowding());
  };
};

/** On a crowded machine a wait may be so many times as long. */
const longestWait = 4;

/**
 * Waits until `check` holds, at most `mostMs` in which this process ran, longer where others crowd it; there are no
 * sleeps in tests, only conditions.
 */
export const until = async (
  check: () => Promise<boolean> | boolean,
  what = 'a condition',
  mostMs = 30_000,
): Promise<void> => {
  let waited = 0;
  let pauseMs = beatMs;
  for (let last = performance.now(); !(await check()); ) {
    const now = performance.now();
    waited += Math.min(now - last, longestMs);
    last = now;
    const isLate = waited > mostMs && waited > mostMs * Math.min(longestWait, crowding());
    if (isLate) throw new Error(`waited ${mostMs / 1000} s for ${what}`);
    await delay(pauseMs);
    pauseMs = Math.min(pauseMs * 1.3, longestBeatMs);
  }
};
