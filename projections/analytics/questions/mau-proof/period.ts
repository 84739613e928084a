import { isProofPeriod, type ProofPeriod, proofDays } from '#contracts/billing-proof/layout.ts';
import { toEpochMs } from '#contracts/time.ts';

const daySeconds = 86_400;

/** A part of a calendar month: `YYYY-MM-01`, and by how many bits its days (bit 0: the 1st) move to those of the period. */
export interface MonthShift {
  month: string;
  shift: number;
}

/** The UTC day at a moment (unix seconds), `YYYY-MM-DD`. */
export const isoDayAt = (seconds: number): string => new Date(toEpochMs(seconds)).toISOString().slice(0, 10);

/** The months that a period lies in, in order; at most three. */
export const monthsOf = ({ from, to }: ProofPeriod): MonthShift[] => {
  const months: MonthShift[] = [];
  for (let at = from; at < to; ) {
    const date = new Date(toEpochMs(at));
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    const first = Date.UTC(year, month, 1) / 1000;
    months.push({ month: isoDayAt(first), shift: (first - from) / daySeconds });
    at = Date.UTC(year, month + 1, 1) / 1000;
  }
  return months;
};

/** The bits of all days of a period. */
export const allDays = (period: ProofPeriod): number => 2 ** proofDays(period) - 1;

/** Throws unless a period is of 1 to 31 whole UTC days. */
export const requirePeriod = (period: ProofPeriod): void => {
  if (!isProofPeriod(period)) throw new RangeError('A period has 1 to 31 whole UTC days.');
};
