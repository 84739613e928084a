import { useQueryClient } from '@tanstack/react-query';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { errorText } from '../../dashboard/api/error.ts';
import { newKey } from '../../dashboard/api/http.ts';
import { useTell } from '../../dashboard/auth/open-messages.ts';
import { storyGroupKeys } from '../../dashboard/content/story-group-queries.ts';
import type { GroupDetail } from '../../dashboard/group/group-queries.ts';
import { movedSaid } from '../../dashboard/group/stories/moved-said.ts';
import { storyCommands } from '../../dashboard/group/stories/story-commands.ts';
import { moveStory } from '../../dashboard/group/stories/story-order.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';

/**
 * Moves a published story to where another one stands: shown at once, and put back where the server refuses it. Rules that
 * rest from then on are told of.
 */
export function useMoveStory(group: GroupDetail): (from: string, to: string) => void {
  const client = useQueryClient();
  const tell = useTell();
  return (from, to) => {
    const queryKey = storyGroupKeys.detail(group.id);
    const stories = moveStory(group.stories, from, to);
    client.setQueryData<StoryGroupRow>(queryKey, (row) => row && { ...row, stories });
    const order = stories.map(({ id }) => id);
    storyCommands
      .sortStories(group.id, order, from, newKey())
      .then(({ data: { resting } }) => {
        const title = stories.find(({ id }) => id === from)?.title || t(studioWords.untitled);
        if (resting.length > 0) tell(movedSaid(title, order.indexOf(from), resting), 'success');
      })
      .catch((error) => tell(t(studioWords.sortFailed, { reason: errorText(error) ?? '' }), 'error'))
      .finally(() => client.invalidateQueries({ queryKey }));
  };
}
