import { useQueryClient } from '@tanstack/react-query';
import type { DraftAnswer } from '#contracts/studio/draft-content.ts';
import { draftsKey } from '../../dashboard/group/drafts-query.ts';
import { draftKeys } from '../drafts/draft-queries.ts';
import type { OpenStory } from './open-story.ts';

/**
 * Leaves a story without losing the last changes: answers once they are saved, and read anew by whoever shows the story next.
 * Offline they stay on this device.
 */
export function useLeaveStory(): (open: OpenStory) => Promise<void> {
  const client = useQueryClient();
  const readAnew = async (storyId: string) => {
    await client.invalidateQueries({ queryKey: draftsKey });
    await client.refetchQueries({ queryKey: draftKeys.story(storyId) });
  };
  return async ({ editor, saver }) => {
    const { storyId } = editor.state;
    await saver.flush();
    const known = client.getQueryData<DraftAnswer>(draftKeys.story(storyId));
    if ((known?.draft?.rev ?? 0) !== saver.rev) await readAnew(storyId).catch(() => undefined);
  };
}
