import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { groupWithStoriesQuery } from '../../content/story-group-queries.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import { type GroupDetail, withStories } from '../group-queries.ts';
import { StoryDrawer } from './StoryDrawer.tsx';

/** Properties of EditedStory. */
export interface EditedStoryProps {
  group: GroupDetail;
  /** The group was deleted since: it is as it was before. */
  groupGone: boolean;
  storyId: string;
  onClose: () => void;
}

/** The drawer of the story that the address names: one that is deleted meanwhile stays in it, one that is not there is said. */
export function EditedStory({ group, groupGone, storyId, onClose }: EditedStoryProps) {
  const client = useQueryClient();
  const notify = useNotify();
  const found = group.stories.find(({ id }) => id === storyId);
  const [seen, setSeen] = useState(found);
  if (found && found !== seen) setSeen(found);
  const story = found ?? seen;
  const isMissing = !story;
  const sayMissing = useRef(() => {});
  sayMissing.current = () => {
    notify(t(contentWords.storyGone), { type: 'error' });
    onClose();
  };
  useEffect(() => {
    if (!isMissing) return;
    let isOpen = true;
    // It may have been added since the group was read.
    const look = async () => {
      const fresh = await client.fetchQuery({ ...groupWithStoriesQuery(group.id), staleTime: 0 });
      if (isOpen && !withStories(fresh).stories.some(({ id }) => id === storyId)) sayMissing.current();
    };
    look().catch(() => {});
    return () => {
      isOpen = false;
    };
  }, [isMissing, client, group.id, storyId]);
  const gone = groupGone ? 'group' : found ? null : 'story';
  return story ? <StoryDrawer group={group} story={story} gone={gone} onClose={onClose} /> : null;
}
