import type { RefusalCode } from '../api/errors.ts';
import type { Phrase } from '../words/phrase.ts';
import { storyGroupStatusWords } from '../words/story-group-status.en.ts';

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

/** How the system stops a group. */
export type StoppedStatus = typeof groupStatus.capped | typeof groupStatus.ended;
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
  refusal: TransitionRefusal;
}

/** The codes with which a change of a group's status is refused. */
export type TransitionRefusal = Extract<
  RefusalCode,
  'TransitionNotAllowed' | 'TargetCapReached' | 'EndDateReached' | 'NoTestDevices' | 'PermissionDenied' | 'GroupActive'
>;

const guardRefusals: Record<TransitionGuard, TransitionRefusal> = {
  free: 'TransitionNotAllowed',
  cap_open: 'TargetCapReached',
  end_ahead: 'EndDateReached',
  test_devices: 'NoTestDevices',
  creator: 'TransitionNotAllowed',
  system: 'TransitionNotAllowed',
  restore: 'TransitionNotAllowed',
};
const { active, inactive, capped, ended, test, archived, passive } = groupStatus;
const row = (from: readonly GroupStatus[], to: GroupStatus, guard: TransitionGuard): GroupTransition[] =>
  from.map((one) => ({ from: one, to, guard, refusal: guardRefusals[guard] }));

/** Every transition of a group there is; what is not listed is not allowed. */
export const groupTransitions: readonly GroupTransition[] = [
  ...row([inactive, test, passive], active, 'free'),
  ...row([capped], active, 'cap_open'),
  ...row([ended], active, 'end_ahead'),
  ...row([active, capped, ended, test, passive], inactive, 'free'),
  ...row([archived], inactive, 'restore'),
  ...row([active], capped, 'system'),
  ...row([active], ended, 'system'),
  ...row([active, inactive, capped, ended, passive], test, 'test_devices'),
  ...row([inactive, capped, ended, test, passive], archived, 'free'),
  ...row([active, inactive, capped, ended, test], passive, 'creator'),
  ...row([archived], passive, 'restore'),
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

const missing = (from: number, to: number, by: TransitionAsk['by']): TransitionRefusal => {
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
export const transitionRefusal = (from: number, to: number, ask: TransitionAsk): TransitionRefusal | null => {
  const found = byEnds.get(`${from}>${to}`);
  if (from === to || (found && holds(found.guard, to, ask))) return null;
  if (!found || ask.by !== 'publisher') return missing(from, to, ask.by);
  return found.refusal;
};

/**
 * The status that a group leaves when it goes to another: what the system stopped (`stopped`: capped or ended, while it has not
 * been active since) and somebody inactivated goes on like what it stopped just now.
 */
export const leavesFrom = (status: number, stopped: number | null, to: number): number =>
  to === groupStatus.active ? (stopped ?? status) : status;

/** An act that changes a group's status: what it is called, where it leads, and why it is refused (null: it is not). */
export interface StatusAct {
  act: 'activate' | 'approve' | 'inactivate' | 'test' | 'delete';
  to: GroupStatus;
  refusal: TransitionRefusal | null;
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

/** Whether a group is active. */
export const isGroupActive = (status: number): boolean => status === groupStatus.active;

/** The word on a group's card: Active while it is, else Inactive. */
export const groupBadge = (status: number): Phrase =>
  isGroupActive(status) ? storyGroupStatusWords.active : storyGroupStatusWords.inactive;

/** Which filter of the content page a status falls under; an unknown number counts as Active. */
export const groupFilter = (status: number): 'Active' | 'Inactive' | 'Passive' | 'Test' => {
  switch (status) {
    case inactive:
    case capped:
    case ended:
    case archived:
      return 'Inactive';
    case passive:
      return 'Passive';
    case test:
      return 'Test';
    default:
      return 'Active';
  }
};

/** What a group's card looks at to say why the group is not active. */
export interface StoppedGroup {
  status: number;
  stopped: number | null;
  ts_end: number | null;
  cap_open: boolean;
}

/** Whether what the system stopped a group by still keeps it from going on at a moment (unix seconds). */
const isStopped = ({ stopped, ts_end, cap_open }: StoppedGroup, now: number): boolean =>
  stopped === ended ? ts_end !== null && ts_end <= now : stopped === capped && !cap_open;

/**
 * The words of `groupReason` at a moment (unix seconds), also of a group that was inactivated or brought back after the system
 * had stopped it: as long as it may not go on, that is the reason.
 */
export const groupReasonAt = (group: StoppedGroup, now: number): Phrase | null =>
  groupReason(group.status === inactive && isStopped(group, now) ? group.stopped! : group.status);

/** Why a group is not active, in the words of its card; null when nothing is to be said. */
export const groupReason = (status: number): Phrase | null =>
  ({
    [capped]: storyGroupStatusWords.capped,
    [ended]: storyGroupStatusWords.ended,
    [test]: storyGroupStatusWords.test,
    [archived]: storyGroupStatusWords.archived,
    [passive]: storyGroupStatusWords.passive,
  })[status] ?? null;
