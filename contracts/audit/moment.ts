import type { UnixSeconds } from '../time.ts';

/** A moment by the clock of a time zone, to the minute. */
export const momentIn = (zone: string, moment: UnixSeconds): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(moment * 1000);
