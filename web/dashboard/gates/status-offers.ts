import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { type GroupStatus, type StatusAct, statusActs, type TransitionRefusal } from '#contracts/story-group/status.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { t } from '../words/t.ts';

// One by one: named by a variable, the catalogue would be loaded whole.
const reasons: Record<TransitionRefusal, string> = {
  TransitionNotAllowed: t(refusalWords.TransitionNotAllowed),
  TargetCapReached: t(refusalWords.TargetCapReached),
  EndDateReached: t(refusalWords.EndDateReached),
  NoTestDevices: t(refusalWords.NoTestDevices),
  PermissionDenied: t(refusalWords.PermissionDenied),
  GroupActive: t(refusalWords.GroupActive),
};

/** Where an act on a group's status leads, and why it is refused, in the server's words; undefined when it is not. */
export interface StatusOffer {
  to: GroupStatus;
  reason: string | undefined;
}

/** Who looks at a group: whether the role publishes, on how many test devices, at what moment (unix seconds). */
export interface Looker {
  publish: boolean;
  testDevices?: number;
  now?: number;
}

/** The acts on its status that a group's card, menu and page offer, by the rules that the server judges them by. */
export const statusOffers = (
  { status, ts_end, stopped, cap_open }: Pick<StoryGroupRow, 'status' | 'ts_end' | 'stopped' | 'cap_open'>,
  { publish, testDevices = 0, now = Date.now() / 1000 }: Looker,
): Partial<Record<StatusAct['act'], StatusOffer>> =>
  Object.fromEntries(
    statusActs(
      status,
      {
        by: publish ? 'publisher' : 'creator',
        capOpen: cap_open,
        endAhead: ts_end === null || ts_end > now,
        testDevices: testDevices > 0,
      },
      stopped,
    ).map(({ act, to, refusal }) => [act, { to, reason: refusal ? reasons[refusal] : undefined }]),
  );
