import { componentAt } from '#contracts/studio/check/checked.ts';
import { sayPhrase } from '../../dashboard/words/say-phrase.ts';
import type { CanvasMark } from '../canvas/CanvasMarks.tsx';
import type { StoryChecks } from './group-checks.ts';
import type { ChecklistFault } from './repairs.ts';

/** A row of the checklist: what is wrong with which story. Its number counts over the list, from 1; its key stays with the fault. */
export interface ChecklistRow {
  key: string;
  number: number;
  story: StoryChecks;
  fault: ChecklistFault;
  isError: boolean;
}

/** The rows of the checklist: what must be fixed in the order of the stories, then what could be better. */
export function checklistRows(checks: readonly StoryChecks[]): ChecklistRow[] {
  const all = [true, false].flatMap((isError) =>
    checks.flatMap((story) =>
      (isError ? story.errors : story.advice).map((fault) => ({ story, fault: fault as ChecklistFault, isError })),
    ),
  );
  return all.map((row, at) => ({
    ...row,
    key: `${row.story.storyId} ${row.fault.code} ${row.fault.path}`,
    number: at + 1,
  }));
}

/** The rows that are about components of the story that is open, as the canvas shows them. */
export const canvasMarks = (rows: readonly ChecklistRow[], openId: string, chosen: string | null): CanvasMark[] =>
  rows.flatMap(({ key, number, story, fault, isError }): CanvasMark[] => {
    const one = story.storyId === openId ? componentAt(story.studio, fault.path) : undefined;
    if (!one) return [];
    const kind = isError ? 'error' : 'advice';
    return [
      { key, number, kind, componentId: one.component.id, said: sayPhrase(fault.phrase), chosen: key === chosen },
    ];
  });
