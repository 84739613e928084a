import { type Plan, plans } from '../api/plans.ts';

/**
 * What the owners of an account are told that is never charged for viewers: it has as many in a month as its plan includes, or
 * a fifth more for another month.
 */
export const viewerLimitKinds = ['reached', 'exceeded'] as const;
export type ViewerLimitKind = (typeof viewerLimitKinds)[number];

/** Whether so many viewers are at least 120% of a limit. */
export const isFarAbove = (mau: number, limit: number): boolean => mau * 5 >= limit * 6;

/** The cheapest plan that includes so many viewers a month; null where none does. */
export const planForViewers = (mau: number): Plan | null =>
  plans.find(({ metadata }) => metadata.mau_limit >= mau) ?? null;
