import { PeerMissing } from './install.ts';

/** One line of the results: a path of ours against its peer, both per second, measured in turns. */
export interface Measured {
  path: string;
  peer: string;
  unit: string;
  ours: number;
  theirs: number;
  /** Median of the ratios of neighbouring turns, which drifts of the machine touch least. */
  ratio: number;
  /** Least and greatest of those ratios. */
  spread: [number, number];
  goal: number | null;
  floor: number | null;
  note?: string | undefined;
}

/** A line that could not be measured, and why. */
export interface Unmeasured {
  path: string;
  peer: string;
  reason: string;
}

/**
 * How large a run is: `scale` shrinks its counts, `rounds` says how often the two sides take turns. `cold`: without the
 * turn of each side before, which is not measured; for runs whose figures nobody reads.
 */
export interface RunSize {
  scale: number;
  rounds: number;
  cold?: boolean;
}

/** Runs one benchmark. */
export type Benchmark = (size: RunSize) => Promise<(Measured | Unmeasured)[]>;

/** What `measure` measures, or one line that says why its peer is not to be had. */
export const orSkipped = async (
  path: string,
  peer: string,
  measure: () => Promise<(Measured | Unmeasured)[]>,
): Promise<(Measured | Unmeasured)[]> => {
  try {
    return await measure();
  } catch (error) {
    if (!(error instanceof PeerMissing)) throw error;
    return [{ path, peer, reason: error.message }];
  }
};

/** The middle of some numbers. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
};

/** The least of some numbers that such a part of them (0.95: 95 %) does not exceed. */
export const percentile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil(values.length * part) - 1)]!;

/** A count that a smaller run takes less of, never under `least`. */
export const scaled = (count: number, { scale }: RunSize, least = 1): number =>
  Math.max(least, Math.round((count * scale) / least) * least);

/** A row before it is measured. */
export type Line = Omit<Measured, 'ours' | 'theirs' | 'ratio' | 'spread'>;

/**
 * Measures two sides in turns, unless `cold` after one unmeasured turn each; each answers how much it did per second.
 */
export const alternate = async (
  line: Line,
  { rounds, cold = false }: RunSize,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<Measured> => {
  if (!cold) {
    await ours();
    await theirs();
  }
  const mine: number[] = [];
  const peers: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    mine.push(await ours());
    peers.push(await theirs());
  }
  const ratios = mine.map((value, index) => value / peers[index]!);
  return {
    ...line,
    ours: median(mine),
    theirs: median(peers),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
};

/** How many of `count` were done per second by `work`. */
export const perSecond = async (count: number, work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return count / ((performance.now() - start) / 1000);
};

/** Does `count` things with so many workers at once; each learns its own number and which one it is to do. */
export const inParallel = async (
  workers: number,
  count: number,
  work: (worker: number, index: number) => Promise<unknown>,
): Promise<void> => {
  let next = 0;
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let index = next++; index < count; index = next++) await work(worker, index);
    }),
  );
};
