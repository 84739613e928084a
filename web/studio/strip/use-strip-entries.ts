import { useMemo, useRef } from 'react';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import type { Draft } from '#contracts/studio/draft-content.ts';
import { type StripEntry, stripEntries } from './entries.ts';

/** What is known of a group's stories; `reading`: they or the drafts are being read anew. */
export interface StripParts {
  groupId: string;
  stories: readonly StoryRow[] | undefined;
  drafts: readonly Draft[] | undefined;
  reading: boolean;
}

/**
 * The stories of a group, null until they were read. A draft that was published may be gone before its story is read: until
 * both are, what was there stays.
 */
export function useStripEntries({ groupId, stories, drafts, reading }: StripParts): readonly StripEntry[] | null {
  const last = useRef<{ groupId: string; entries: readonly StripEntry[] } | null>(null);
  const entries = useMemo(() => (stories && drafts ? stripEntries(stories, drafts) : null), [stories, drafts]);
  if (!entries) return null;
  const there = new Set(entries.map(({ id }) => id));
  const before = last.current?.groupId === groupId ? last.current.entries : [];
  if (reading && before.some(({ id }) => !there.has(id))) return before;
  last.current = { groupId, entries };
  return entries;
}
