import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../dashboard/shell/session/session-value.ts';
import { storyDraftQuery } from '../drafts/draft-queries.ts';
import { useOpenStory } from '../saving/use-open-story.ts';
import { EditorContext } from '../state/use-editor.ts';
import { Desk } from './Desk.tsx';
import type { WorkspaceProps } from './desk-props.ts';
import { StudioUnread } from './StudioUnread.tsx';
import { StudioWaiting } from './StudioWaiting.tsx';

/** What was read so shortly ago, in ms, as while the page came, is not read again. */
const justReadMs = 2000;

/** The studio around one story, once that is open. */
export function Workspace(props: WorkspaceProps) {
  const { user } = useSession();
  const draft = useQuery({ ...storyDraftQuery(props.storyId), staleTime: justReadMs });
  const opened = useOpenStory(props.storyId, user.id, draft.data);
  const { open } = opened;
  useEffect(() => () => open?.editor.leave(), [open]);
  if (draft.isError && !open) return <StudioUnread passing onRetry={() => draft.refetch()} />;
  if (!open || !draft.data) return <StudioWaiting />;
  return (
    <EditorContext value={open.editor}>
      <Desk {...props} open={open} opened={opened} answer={draft.data} />
    </EditorContext>
  );
}
