import { useQuery } from '@tanstack/react-query';
import type { DraftAnswer } from '#contracts/studio/draft-content.ts';
import type { GroupDetail } from '../../dashboard/group/group-queries.ts';
import { useSession } from '../../dashboard/shell/session/session-value.ts';
import { draftQuery } from '../drafts/draft-queries.ts';
import type { NewDraftStart } from '../drafts/use-new-draft.ts';
import type { StudioOthers } from '../presence/studio-stream.ts';
import type { OpenStory } from '../saving/open-story.ts';
import { type OpenedStory, useOpenStory } from '../saving/use-open-story.ts';
import { EditorContext } from '../state/use-editor.ts';
import type { StripEntry } from '../strip/entries.ts';
import { Desk } from './Desk.tsx';
import { StudioUnread } from './StudioUnread.tsx';
import { StudioWaiting } from './StudioWaiting.tsx';

/** What the studio shows a story with. */
export interface WorkspaceProps {
  group: GroupDetail;
  entries: readonly StripEntry[];
  storyId: string;
  others: StudioOthers;
  onOpen: (storyId: string) => void;
  onAdd: (start: NewDraftStart) => Promise<void>;
}

/** A story that is open, and what the server said of it. */
export interface DeskProps extends WorkspaceProps {
  open: OpenStory;
  opened: OpenedStory;
  answer: DraftAnswer;
}

/** The studio around one story, once that is open. */
export function Workspace(props: WorkspaceProps) {
  const { user } = useSession();
  const draft = useQuery(draftQuery(props.storyId));
  const opened = useOpenStory(props.storyId, user.id, draft.data);
  const { open } = opened;
  if (draft.isError && !open) return <StudioUnread passing onRetry={() => draft.refetch()} />;
  if (!open || !draft.data) return <StudioWaiting />;
  return (
    <EditorContext value={open.editor}>
      <Desk {...props} open={open} opened={opened} answer={draft.data} />
    </EditorContext>
  );
}
