import type { TrafficJump } from './events.ts';

/** A day with at least so many times the bytes of a usual one is told. */
export const unusualTimes = 10;

/**
 * A day with less is never told, however many times what is usual it is: so much comes of some hundred visits, and where
 * three are usual, thirty are nothing to look into.
 */
export const unusualLeastBytes = 1_000_000;

/** How many times what is usual came, in whole times. */
export const timesUsual = ({ bytes, usual }: Pick<TrafficJump, 'bytes' | 'usual'>): number => Math.floor(bytes / usual);
