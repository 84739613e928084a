import { type ProofPeriod, proofDays, proofLayout, proofRows, splitProofBits, viewOf } from './layout.ts';

/** Distinct viewers: those who are billed, and those who are marked and not billed. */
export interface ViewerCounts {
  viewers: number;
  marked: number;
}

/** What a file's rows add up to. */
export interface ProofCounts {
  mau: number;
  marked: number;
  /** By day of the period. */
  by_day: ViewerCounts[];
}

/** The first row (from 0) that cannot be right: not behind the one before it, the same viewer again, or days outside. */
export interface RowFault {
  row: number;
  kind: 'order' | 'double' | 'days';
}

/** So many rows are counted in a few milliseconds. */
const sliceRows = 20_000;
const nothing = async (): Promise<void> => {};

/** Below zero when the first of two hashes, by where they begin, comes first; zero for the same. */
const compareAt = (view: DataView, a: number, other: DataView, b: number): number => {
  for (let word = 0; word < proofLayout.hashBytes; word += 4) {
    const difference = view.getUint32(a + word) - other.getUint32(b + word);
    if (difference !== 0) return difference;
  }
  return 0;
};

/**
 * Counts the rows of a file whose header was read, and names the first that cannot be right: rows that are out of order or
 * there twice count, days outside the period don't. `pause` is awaited every 20,000 rows, so that nobody's page stands still.
 */
export const countProofRows = async (
  bytes: Uint8Array,
  period: Pick<ProofPeriod, 'from' | 'to'>,
  pause: () => Promise<void> = nothing,
): Promise<{ counts: ProofCounts; fault: RowFault | null }> => {
  const { headerBytes, rowBytes, hashBytes } = proofLayout;
  const view = viewOf(bytes);
  const days = proofDays(period);
  const by_day = Array.from({ length: days }, () => ({ viewers: 0, marked: 0 }));
  const counts: ProofCounts = { mau: 0, marked: 0, by_day };
  const rows = proofRows(bytes);
  let fault: RowFault | null = null;
  for (let row = 0; row < rows; row += 1) {
    if (row % sliceRows === sliceRows - 1) await pause();
    const place = headerBytes + row * rowBytes;
    const order = row === 0 ? -1 : compareAt(view, place - rowBytes, view, place);
    if (order >= 0) fault ??= { row, kind: order === 0 ? 'double' : 'order' };
    const { days: bits, marked } = splitProofBits(view.getUint32(place + hashBytes));
    if (bits === 0 || bits >= 2 ** days) {
      fault ??= { row, kind: 'days' };
      continue;
    }
    counts[marked ? 'marked' : 'mau'] += 1;
    for (let left = bits; left !== 0; left &= left - 1)
      by_day[31 - Math.clz32(left & -left)]![marked ? 'marked' : 'viewers'] += 1;
  }
  return { counts, fault };
};

/** The row of a viewer, by the 16 bytes of their hash, in a sorted file; null where they are not in it. */
export const findProofRow = (bytes: Uint8Array, hash: Uint8Array): ReturnType<typeof splitProofBits> | null => {
  const { headerBytes, rowBytes, hashBytes } = proofLayout;
  const [view, wanted] = [viewOf(bytes), viewOf(hash)];
  let [low, high] = [0, proofRows(bytes)];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const place = headerBytes + middle * rowBytes;
    const order = compareAt(view, place, wanted, 0);
    if (order === 0) return splitProofBits(view.getUint32(place + hashBytes));
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return null;
};

/** The first day (its index) on which two counts differ; null where none does. */
export const firstOtherDay = (some: readonly ViewerCounts[], others: readonly ViewerCounts[]): number | null => {
  const most = Math.max(some.length, others.length);
  for (let day = 0; day < most; day += 1) {
    const [a, b] = [some[day], others[day]];
    if (a?.viewers !== b?.viewers || a?.marked !== b?.marked) return day;
  }
  return null;
};
