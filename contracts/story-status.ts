/** Status of a story group, by number on the wire. */
export const groupStatus = {
  active: 1,
  inactive: 2,
  capped: 3,
  ended: 4,
  test: 8,
  archived: 9,
  passive: 10,
} as const;

export type GroupStatus = (typeof groupStatus)[keyof typeof groupStatus];

/** Status of a story. */
export const storyStatus = { active: 1, inactive: 2, deleted: 9 } as const;

/** What makes a group's transition possible beyond its two ends. */
export type TransitionGuard = 'free' | 'cap_open' | 'end_ahead' | 'test_devices' | 'creator' | 'system' | 'restore';

const anyButArchived = [1, 2, 3, 4, 10] as const;
const table = new Map<string, TransitionGuard>();
const allow = (from: readonly number[], to: number, guard: TransitionGuard) => {
  for (const one of from) table.set(`${one}>${to}`, guard);
};
allow([1, 3, 4, 8, 10], groupStatus.inactive, 'free');
allow([2, 8, 10], groupStatus.active, 'free');
allow([3], groupStatus.active, 'cap_open');
allow([4], groupStatus.active, 'end_ahead');
allow(anyButArchived, groupStatus.test, 'test_devices');
allow([2, 3, 4, 8, 10], groupStatus.archived, 'free');
allow([1], groupStatus.capped, 'system');
allow([1], groupStatus.ended, 'system');
allow([9], groupStatus.inactive, 'restore');
allow([1, 2, 3, 4, 8], groupStatus.passive, 'creator');
allow([9], groupStatus.passive, 'restore');

/** What guards the transition of a group from one status to another, or null when there is no such transition. */
export const groupTransition = (from: number, to: number): TransitionGuard | null => table.get(`${from}>${to}`) ?? null;

/** The word on a group's card: Active for 1, Inactive for all else. */
export const groupBadge = (status: number): 'Active' | 'Inactive' =>
  status === groupStatus.active ? 'Active' : 'Inactive';

/** Which filter of the content page a status falls under; an unknown number counts as Active. */
export const groupFilter = (status: number): 'Active' | 'Inactive' | 'Passive' | 'Test' => {
  if (status === 2 || status === 3 || status === 4 || status === 9) return 'Inactive';
  if (status === 10) return 'Passive';
  return status === 8 ? 'Test' : 'Active';
};

/** Why a group is not active, in the words of its card; null when nothing is to be said. */
export const groupReason = (status: number): string | null =>
  ({
    3: 'Target cap reached',
    4: 'End date reached',
    8: 'Test group',
    9: 'Archived',
    10: 'Waiting for approval',
  })[status] ?? null;
