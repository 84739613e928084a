import type { StoryStats } from '#contracts/stats/stats.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';

/** Why a story cannot be deleted while it is active. */
export const activeStoryText = t(groupWords.deleteNeedsInactive);

/** What both lists of stories show and call. */
export interface StoryList {
  stories: readonly StoryRow[];
  /** Place of each story in the whole group, from 1. */
  positions: ReadonlyMap<string, number>;
  stats: Record<string, StoryStats> | undefined;
  statsFailed: boolean;
  selected: ReadonlySet<string>;
  onSelect: (id: string, on: boolean, range: boolean) => void;
  onSwitch: (story: StoryRow, on: boolean) => void;
  onEdit: (story: StoryRow) => void;
  /** Opens copies of stories, to be changed and added. */
  onCopy: (stories: readonly StoryRow[]) => void;
  onDelete: (story: StoryRow) => void;
  /** The stories that have a draft. */
  drafts: ReadonlySet<string>;
  /** Where the studio opens a story. */
  studio: (story: StoryRow) => string;
  canEdit: boolean;
  canPublish: boolean;
}
