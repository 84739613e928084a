import type { HistoryRow } from '#contracts/audit/rows.ts';
import { type FieldName, type GroupFields, sameField } from './group-fields.ts';

/** Whose value of a field is kept. */
export type Side = 'mine' | 'theirs';

/** A field that somebody else changed meanwhile; `both`: it was changed here, too. */
export interface Clash {
  field: FieldName;
  both: boolean;
}

/** The fields that were changed elsewhere since `base` and hold something else here. */
export function clashesOf(base: GroupFields, mine: GroupFields, theirs: GroupFields): Clash[] {
  return (Object.keys(base) as FieldName[])
    .filter((field) => !sameField(field, base, theirs) && !sameField(field, mine, theirs))
    .map((field) => ({ field, both: !sameField(field, base, mine) }));
}

/** What is kept unless somebody chooses: what was changed here, and theirs where it was not. */
export const firstChoices = (clashes: readonly Clash[]): Partial<Record<FieldName, Side>> =>
  Object.fromEntries(clashes.map(({ field, both }) => [field, both ? 'mine' : 'theirs']));

/** The fields after the choice: theirs where chosen and where only they changed something, else what stands here. */
export function merged(mine: GroupFields, theirs: GroupFields, choices: Partial<Record<FieldName, Side>>): GroupFields {
  const taken = (Object.keys(choices) as FieldName[]).filter((field) => choices[field] === 'theirs');
  return { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) };
}

/** The changes of the group itself after a version, the newest first; those of its stories and its place are left out. */
export function changesSince(rows: readonly HistoryRow[], version: number): HistoryRow[] {
  const own = new Set(['StoryGroupDetailsChanged', 'StoryGroupStatusChanged', 'StoryGroupRestored']);
  return rows.filter((row) => row.version > version && !row.story_id && own.has(row.action));
}
