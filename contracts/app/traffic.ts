import type { TrafficJump } from './events.ts';

/** A day with at least so many times the bytes of a usual one is told. */
export const unusualTimes = 10;

/** How many times what is usual came, in whole times. */
export const timesUsual = ({ bytes, usual }: Pick<TrafficJump, 'bytes' | 'usual'>): number => Math.floor(bytes / usual);
