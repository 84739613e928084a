import { useState } from 'react';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';

/** The group whose drawer is open, if it is among these: one that was deleted meanwhile stays as it was last. */
export function useEditedGroup(rows: readonly StoryGroupRow[], groupId: string | null): StoryGroupRow | undefined {
  const found = groupId === null ? undefined : rows.find(({ id }) => id === groupId);
  const [seen, setSeen] = useState(found);
  const edited = found ?? (seen?.id === groupId ? seen : undefined);
  if (edited !== seen) setSeen(edited);
  return edited;
}
