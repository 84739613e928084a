/** One thing that went from one place of a list to another; places count from 1. */
export interface Move {
  id: string;
  from: number;
  to: number;
}

const carried = (ids: readonly string[], from: number, to: number): string[] => {
  const next = [...ids];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
};
const alike = (a: readonly string[], b: readonly string[]): boolean => a.every((id, index) => id === b[index]);

/**
 * The one move that leads from one order to another of the same ids, or null when it takes none or several. Of two
 * neighbours that changed places either may have moved: it is `moved` where that is one of them, else the later one.
 */
export const singleMove = (before: readonly string[], after: readonly string[], moved?: string | null): Move | null => {
  const first = after.findIndex((id, index) => id !== before[index]);
  if (first === -1) return null;
  const last = after.findLastIndex((id, index) => id !== before[index]);
  const ways = [
    { from: last, to: first },
    { from: first, to: last },
  ].filter(({ from, to }) => alike(carried(before, from, to), after));
  const way = ways.find(({ from }) => before[from] === moved) ?? ways[0];
  return way ? { id: before[way.from]!, from: way.from + 1, to: way.to + 1 } : null;
};
