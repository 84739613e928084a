import { refusalWords } from '#contracts/words/refusals.en.ts';
import { t } from '../../words/t.ts';

/** What ordering needs to know of a group. */
export interface Placed {
  id: string;
  pinned: boolean;
  type?: string;
  /** Of an interactive video's job; 9 is done. */
  job_status?: number | null;
}

/** The list with one element moved to another place. */
export function moveItem<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const next = [...rows];
  const [row] = next.splice(from, 1);
  if (row !== undefined) next.splice(to, 0, row);
  return next;
}

const jobDone = 9;

/** Whether a group's video is still being uploaded or worked on: such a group keeps its place. */
export const isUploading = ({ type, job_status }: Pick<Placed, 'type' | 'job_status'>): boolean =>
  type === 'ivod' && job_status !== undefined && job_status !== null && job_status !== jobDone;

/** Why an order is refused after `movedId` was moved, in the product's words; null when it is fine. */
export function orderRefusal(rows: readonly Placed[], movedId: string): string | null {
  const carried = rows.find((row) => row.id === movedId);
  if (carried && isUploading(carried)) return t(refusalWords.UploadingGroup);
  const firstUnpinned = rows.findIndex((row) => !row.pinned);
  const mixed = firstUnpinned !== -1 && rows.slice(firstUnpinned).some((row) => row.pinned);
  if (!mixed) return null;
  return carried?.pinned ? t(refusalWords.PinnedAfterUnpinned) : t(refusalWords.UnpinnedBeforePinned);
}

/** The list after a pin was set (the group becomes the last pinned one) or taken away (the first unpinned one). */
export function pinToggled<Row extends Placed>(rows: readonly Row[], groupId: string): Row[] {
  const row = rows.find((one) => one.id === groupId);
  if (!row) return [...rows];
  const rest = rows.filter((one) => one.id !== groupId);
  const pinned = rest.filter((one) => one.pinned);
  return [...pinned, { ...row, pinned: !row.pinned }, ...rest.filter((one) => !one.pinned)];
}
