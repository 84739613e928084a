import type { DraftAnswer } from '#contracts/studio/draft-content.ts';
import type { GroupDetail } from '../../dashboard/group/group-queries.ts';
import type { NewDraftStart } from '../drafts/use-new-draft.ts';
import type { StudioOthers } from '../presence/studio-stream.ts';
import type { OpenStory } from '../saving/open-story.ts';
import type { StoryOpening } from '../saving/use-open-story.ts';
import type { StripEntry } from '../strip/entries.ts';

/** How a group is looked at: its stories one by one, or all with the ways between them. */
export type StudioView = 'stories' | 'flow';

/** What the studio shows a story with. */
export interface WorkspaceProps {
  group: GroupDetail;
  entries: readonly StripEntry[];
  storyId: string;
  others: StudioOthers;
  onOpen: (storyId: string) => void;
  onAdd: (start: NewDraftStart) => Promise<void>;
  /** Shows the stories by themselves, or the ways between them. */
  onView: (view: StudioView) => void;
}

/** A story that is open, and what the server said of it. */
export interface DeskProps extends WorkspaceProps {
  open: OpenStory;
  opened: StoryOpening;
  answer: DraftAnswer;
}
