import type { UnixSeconds } from '../time.ts';

/** For so many months after a period its file is kept; afterwards only the digest and what was signed. */
export const proofFileMonths = 13;

/** The same moment so many calendar months later, UTC; on the last day of shorter months. */
export const addMonths = (seconds: UnixSeconds, months: number): UnixSeconds => {
  const date = new Date(seconds * 1000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / 1000 + (seconds % 86_400);
};
