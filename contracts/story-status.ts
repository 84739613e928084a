import type { RefusalCode } from './errors.ts';

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

/** One transition of a group: what guards it, and the code with which it is refused while the guard does not hold. */
export interface GroupTransition {
  from: GroupStatus;
  to: GroupStatus;
  guard: TransitionGuard;
  refusal: RefusalCode;
}

const guardRefusals: Record<TransitionGuard, RefusalCode> = {
  free: 'TransitionNotAllowed',
  cap_open: 'TargetCapReached',
  end_ahead: 'EndDateReached',
  test_devices: 'NoTestDevices',
  creator: 'TransitionNotAllowed',
  system: 'TransitionNotAllowed',
  restore: 'TransitionNotAllowed',
};
const row = (from: readonly GroupStatus[], to: GroupStatus, guard: TransitionGuard): GroupTransition[] =>
  from.map((one) => ({ from: one, to, guard, refusal: guardRefusals[guard] }));

/** Every transition of a group there is; what is not listed is not allowed. */
export const groupTransitions: readonly GroupTransition[] = [
  ...row([2, 8, 10], groupStatus.active, 'free'),
  ...row([3], groupStatus.active, 'cap_open'),
  ...row([4], groupStatus.active, 'end_ahead'),
  ...row([1, 3, 4, 8, 10], groupStatus.inactive, 'free'),
  ...row([9], groupStatus.inactive, 'restore'),
  ...row([1], groupStatus.capped, 'system'),
  ...row([1], groupStatus.ended, 'system'),
  ...row([1, 2, 3, 4, 10], groupStatus.test, 'test_devices'),
  ...row([2, 3, 4, 8, 10], groupStatus.archived, 'free'),
  ...row([1, 2, 3, 4, 8], groupStatus.passive, 'creator'),
  ...row([9], groupStatus.passive, 'restore'),
];
const byEnds = new Map(groupTransitions.map((one) => [`${one.from}>${one.to}`, one]));

/** What guards the transition of a group from one status to another, or null when there is no such transition. */
export const groupTransition = (from: number, to: number): TransitionGuard | null =>
  byEnds.get(`${from}>${to}`)?.guard ?? null;

/** Who asks for a transition, and what the guards look at. */
export interface TransitionAsk {
  /** `publisher`: account and app owners; `creator`: those whose work waits for approval. */
  by: 'publisher' | 'creator' | 'system';
  /** The cap that stopped the group was raised or removed. */
  capOpen: boolean;
  /** The group has no end, or one to come. */
  endAhead: boolean;
  /** The account has test devices. */
  testDevices: boolean;
  /** A deleted group is being brought back. */
  restoring?: boolean;
}

const missing = (from: number, to: number, by: TransitionAsk['by']): RefusalCode => {
  if (by === 'creator' && to !== groupStatus.passive) return 'PermissionDenied';
  return from === groupStatus.active && to === groupStatus.archived ? 'GroupActive' : 'TransitionNotAllowed';
};

const holds = (guard: TransitionGuard, to: number, ask: TransitionAsk): boolean => {
  const publisher = ask.by === 'publisher';
  switch (guard) {
    case 'free':
      return publisher;
    case 'cap_open':
      return publisher && ask.capOpen;
    case 'end_ahead':
      return publisher && ask.endAhead;
    case 'test_devices':
      return publisher && ask.testDevices;
    case 'creator':
      return ask.by === 'creator';
    case 'system':
      return ask.by === 'system';
    case 'restore':
      return ask.restoring === true && ask.by === (to === groupStatus.passive ? 'creator' : 'publisher');
  }
};

/** Why a group may not go from one status to another, as a code; null when it may, or has that status already. */
export const transitionRefusal = (from: number, to: number, ask: TransitionAsk): RefusalCode | null => {
  const found = byEnds.get(`${from}>${to}`);
  if (from === to || (found && holds(found.guard, to, ask))) return null;
  if (!found || ask.by !== 'publisher') return missing(from, to, ask.by);
  return found.refusal;
};

/**
 * The status that a group leaves when it goes to another: what the system stopped (`stopped`: 3 or 4, while it has not
 * been active since) and somebody inactivated goes on like what it stopped just now.
 */
export const leavesFrom = (status: number, stopped: number | null, to: number): number =>
  to === groupStatus.active ? (stopped ?? status) : status;

/** An act that changes a group's status: what it is called, where it leads, and why it is refused (null: it is not). */
export interface StatusAct {
  act: 'activate' | 'approve' | 'inactivate' | 'test' | 'delete';
  to: GroupStatus;
  refusal: RefusalCode | null;
}

/** The acts on its status that a group's card offers to somebody; of the refused ones those that the person may read about. */
export const statusActs = (status: number, ask: TransitionAsk, stopped: number | null = null): StatusAct[] => {
  const acts: [StatusAct['act'], GroupStatus][] = [
    [status === groupStatus.passive ? 'approve' : 'activate', groupStatus.active],
    ['inactivate', groupStatus.inactive],
    ['test', groupStatus.test],
    ['delete', groupStatus.archived],
  ];
  return acts
    .filter(([, to]) => to !== status)
    .map(([act, to]) => ({ act, to, refusal: transitionRefusal(leavesFrom(status, stopped, to), to, ask) }))
    .filter(({ refusal }) => refusal !== 'TransitionNotAllowed');
};

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
