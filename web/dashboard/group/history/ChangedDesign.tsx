import { useQuery } from '@tanstack/react-query';
import type { HistoryRow } from '#contracts/audit/rows.ts';
import type { SdkGroup, SdkStory } from '#contracts/sdk/protocol.ts';
import { DesignPair } from '../../designs/DesignPair.tsx';
import { groupAsOfQuery } from '../group-queries.ts';
import { storyPicture } from '../stories/story-facts.ts';
import { isPlainField } from './history-words.ts';

/** Fields of designs are called by their components, which no list of fields has. */
const mayRedraw = ({ changes }: HistoryRow): boolean => changes.some(({ field }) => !isPlainField(field));

const drawn = (story: SdkStory | undefined) => story && { studio: story.studio, picture: storyPicture(story) };

const design = (story: SdkStory | undefined): string => JSON.stringify(story?.studio ?? null);

/** The design that a change of a story made, beside the one before it; nothing where viewers got no such story then. */
export function ChangedDesign({ groupId, row }: { groupId: string; row: HistoryRow }) {
  const { version, story_id, action } = row;
  const enabled = story_id !== undefined && version > 1 && mayRedraw(row);
  const isNew = action === 'StoryAdded';
  const after = useQuery({ ...groupAsOfQuery(groupId, { version }), enabled });
  const before = useQuery({ ...groupAsOfQuery(groupId, { version: version - 1 }), enabled: enabled && !isNew });
  if (!enabled) return null;
  const storyIn = (group: SdkGroup | undefined) => group?.stories.find(({ id }) => id === story_id);
  const [was, is] = [storyIn(before.data?.group), storyIn(after.data?.group)];
  if (!is || (!isNew && !was) || design(was) === design(is)) return null;
  return <DesignPair title={is.title} from={drawn(was) ?? null} to={drawn(is) ?? null} />;
}
