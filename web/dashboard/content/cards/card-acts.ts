import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import type { GivenStatus } from '../use-group-actions.ts';

/** What a card lets people do. */
export interface CardActs {
  open: (row: StoryGroupRow) => void;
  edit: (row: StoryGroupRow) => void;
  togglePin: (row: StoryGroupRow) => void;
  copyId: (row: StoryGroupRow) => void;
  remove: (row: StoryGroupRow) => void;
  setStatus: (row: StoryGroupRow, status: GivenStatus) => void;
  select: (row: StoryGroupRow, range?: boolean) => void;
}

/** What the person's role allows on one group. */
export interface CardRights {
  edit: boolean;
  publish: boolean;
  arrange: boolean;
}
