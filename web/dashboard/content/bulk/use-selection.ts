import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';

/** Which of the shown groups are selected. */
export interface Selection {
  rows: readonly StoryGroupRow[];
  has: (groupId: string) => boolean;
  /** With `range` everything since the last choice gets the same mark. */
  toggle: (groupId: string, range?: boolean) => void;
  selectAll: () => void;
  clear: () => void;
}

const none: ReadonlySet<string> = new Set();

/** Keeps a selection among `shown`; groups that are no longer shown are no longer selected. */
export function useSelection(shown: readonly StoryGroupRow[], place: string): Selection {
  const [ids, setIds] = useState(none);
  const last = useRef<string | null>(null);
  const present = useRef(shown);
  present.current = shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place starts with nothing selected
  useEffect(() => setIds(none), [place]);

  const rows = useMemo(() => shown.filter((row) => ids.has(row.id)), [shown, ids]);
  const toggle = useCallback((groupId: string, range = false) => {
    const order = present.current.map((row) => row.id);
    const from = range && last.current ? order.indexOf(last.current) : -1;
    const at = order.indexOf(groupId);
    const touched = from === -1 || at === -1 ? [groupId] : order.slice(Math.min(from, at), Math.max(from, at) + 1);
    last.current = groupId;
    setIds((before) => {
      const next = new Set(before);
      const add = !before.has(groupId);
      for (const one of touched) add ? next.add(one) : next.delete(one);
      return next;
    });
  }, []);
  const selectAll = useCallback(() => setIds(new Set(present.current.map((row) => row.id))), []);
  const clear = useCallback(() => setIds(none), []);
  return useMemo(
    () => ({ rows, has: (groupId) => ids.has(groupId), toggle, selectAll, clear }),
    [rows, ids, toggle, selectAll, clear],
  );
}
