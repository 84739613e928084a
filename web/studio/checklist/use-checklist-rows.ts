import { useCallback, useMemo } from 'react';
import type { CanvasMark } from '../canvas/CanvasMarks.tsx';
import { useWatched } from '../canvas/watched.ts';
import { useEditor } from '../state/use-editor.ts';
import { type ChecklistRow, canvasMarks, checklistRows } from './checklist-rows.ts';
import { chosenRow } from './chosen-row.ts';
import type { StoryChecks } from './group-checks.ts';

/** The rows of the checklist and, while it is open, their marks on the canvas. */
export interface ChecklistView {
  rows: readonly ChecklistRow[];
  marks: readonly CanvasMark[];
  onMark: (mark: CanvasMark) => void;
}

/** What the checklist and the canvas show of what is wrong with the drafts of the group. */
export function useChecklistRows(checks: readonly StoryChecks[], openId: string, isOpen: boolean): ChecklistView {
  const editor = useEditor();
  const chosen = useWatched(chosenRow);
  const rows = useMemo(() => checklistRows(checks), [checks]);
  const marks = useMemo(() => (isOpen ? canvasMarks(rows, openId, chosen) : []), [rows, openId, chosen, isOpen]);
  const onMark = useCallback(
    ({ key, componentId }: CanvasMark) => {
      chosenRow.set(key);
      editor.select([componentId]);
    },
    [editor],
  );
  return { rows, marks, onMark };
}
