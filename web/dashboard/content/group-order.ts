/** What ordering needs to know of a group. */
export interface Placed {
  id: string;
  pinned: boolean;
}

/** The list with one element moved to another place. */
export function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const next = [...rows];
  const [row] = next.splice(from, 1);
  if (row !== undefined) next.splice(to, 0, row);
  return next;
}

/** Why an order is refused after `movedId` was moved, in the product's words; null when it is fine. */
export function orderRefusal(rows: readonly Placed[], movedId: string): string | null {
  const firstUnpinned = rows.findIndex((row) => !row.pinned);
  const mixed = firstUnpinned !== -1 && rows.slice(firstUnpinned).some((row) => row.pinned);
  if (!mixed) return null;
  return rows.find((row) => row.id === movedId)?.pinned
    ? 'You cannot move a pinned story group after an unpinned one.'
    : 'You cannot move an unpinned story group before a pinned one.';
}

/** The list after a pin was set (the group becomes the last pinned one) or taken away (the first unpinned one). */
export function pinToggled<Row extends Placed>(rows: readonly Row[], groupId: string): Row[] {
  const row = rows.find((one) => one.id === groupId);
  if (!row) return [...rows];
  const rest = rows.filter((one) => one.id !== groupId);
  const pinned = rest.filter((one) => one.pinned);
  return [...pinned, { ...row, pinned: !row.pinned }, ...rest.filter((one) => !one.pinned)];
}
