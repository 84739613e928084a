import { useQueryClient } from '@tanstack/react-query';
import type { DraftAnswer } from '#contracts/studio/draft-content.ts';
import { draftsKey } from '../../dashboard/group/drafts-query.ts';
import { draftKeys } from '../drafts/draft-queries.ts';
import type { OpenStory } from './open-story.ts';

/** What leaving a story needs: `save` sends what is not saved, `readAnew` has whoever shows it next show it as it was saved. */
export interface LeavingStory {
  save: (open: OpenStory) => Promise<unknown>;
  readAnew: (open: OpenStory) => Promise<void>;
}

/** Leaves a story for another one without losing the last changes; offline they stay on this device. */
export function useLeaveStory(): LeavingStory {
  const client = useQueryClient();
  return {
    save: ({ saver }) => saver.flush(),
    readAnew: async ({ editor, saver }) => {
      const known = client.getQueryData<DraftAnswer>(draftKeys.story(editor.state.storyId));
      if ((known?.draft?.rev ?? 0) === saver.rev) return;
      await client.invalidateQueries({ queryKey: draftsKey });
      await client.refetchQueries({ queryKey: draftKeys.story(editor.state.storyId) });
    },
  };
}
