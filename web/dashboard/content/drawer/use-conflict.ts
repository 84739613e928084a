import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { HistoryRow } from '#contracts/audit/rows.ts';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { http } from '../../api/http.ts';
import { groupWithStoriesQuery } from '../story-group-queries.ts';
import { type FieldName, fieldsOf, type GroupFields } from './group-fields.ts';
import { type Clash, changesSince, clashesOf, firstChoices, type Side } from './group-merge.ts';

/** What somebody else made of the group while it was edited here, and what is to be kept of it. */
export interface Conflict {
  fresh: StoryGroupRow;
  theirs: GroupFields;
  clashes: Clash[];
  choices: Partial<Record<FieldName, Side>>;
  /** Who changed it and what, the newest first; empty while the history does not know it yet. */
  changes: HistoryRow[];
  asTest: boolean;
}

const historyTries = 5;
const historyStepMs = 400;

// The history follows the commands by a moment.
async function changesAfter(groupId: string, version: number): Promise<HistoryRow[]> {
  for (let tried = 0; tried < historyTries; tried += 1) {
    const query = { story_group_id: groupId, limit: 50 };
    const rows = await http.get<HistoryRow[]>('/story_group/history', { query }).catch(() => []);
    const found = changesSince(rows, version);
    if (found.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, historyStepMs));
  }
  return [];
}

/** Loads what a refused save collided with, and holds the choice between both sides. */
export function useConflict() {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const open = async (row: StoryGroupRow, base: GroupFields, mine: GroupFields, asTest: boolean) => {
    const fresh = await client.fetchQuery({ ...groupWithStoriesQuery(row.id), staleTime: 0 });
    const changes = await changesAfter(row.id, row.version);
    const theirs = fieldsOf(fresh, 0);
    const clashes = clashesOf(base, mine, theirs);
    setConflict({ fresh, theirs, clashes, choices: firstChoices(clashes), changes, asTest });
  };
  const choose = (field: FieldName, side: Side) =>
    setConflict((held) => held && { ...held, choices: { ...held.choices, [field]: side } });
  return { conflict, open, choose, close: () => setConflict(null) };
}
