import { groupReason, groupTransition } from '#contracts/story-group/status.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';

/** Which of the changed groups can go back to the status they had (their row), and which cannot. */
export function backSteps<Row extends { status: number }>(
  changed: readonly Row[],
  status: number,
): { back: Row[]; stuck: Row[] } {
  const leads = ({ status: before }: Row) => {
    const guard = groupTransition(status, before);
    return guard === 'free' || guard === 'test_devices';
  };
  return { back: changed.filter(leads), stuck: changed.filter((row) => !leads(row)) };
}

/** Why a group stays as it is although it was asked to go back to `status`. */
export const noWayBack = (status: number): string => {
  const reason = groupReason(status);
  return reason ? t(contentWords.undoNeverByHand, { reason: t(reason) }) : t(contentWords.undoImpossible);
};
