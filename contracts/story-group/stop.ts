import type { GroupContent } from './events.ts';

/** The caps of a group. */
export type Caps = Pick<GroupContent, 'target_cap' | 'click_target_cap'>;
/** The caps with which a group was stopped, and which of them was reached; null where that is not known. */
export type StoppedCaps = Caps & { kind?: 'view' | 'click' | null };

const kinds: Readonly<Record<string, 'view' | 'click'>> = { view_cap: 'view', click_cap: 'click' };

/** What is kept of a stop at a cap: the caps of that moment, and which of them it was by the event's cause. */
export const stoppedWith = ({ target_cap, click_target_cap }: Caps, cause: { type: string } | null): StoppedCaps => ({
  target_cap,
  click_target_cap,
  kind: kinds[cause?.type ?? ''] ?? null,
});

const higher = (now: number | null, then: number | null): boolean => then !== null && (now === null || now > then);

/** Whether a group may go on although a cap stopped it: that cap was raised or removed since. Null: what stopped it is not known. */
export const isCapOpen = (now: Caps, then: StoppedCaps | null): boolean => {
  if (now.target_cap === null && now.click_target_cap === null) return true;
  if (then === null) return false;
  const views = higher(now.target_cap, then.target_cap);
  const clicks = higher(now.click_target_cap, then.click_target_cap);
  if (then.kind === 'view') return views;
  return then.kind === 'click' ? clicks : views || clicks;
};
