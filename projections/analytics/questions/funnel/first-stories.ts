import type { StoryGroupState } from '#contracts/story-group/state.ts';
import { storyStatus } from '#contracts/story-group/status.ts';
import type { StoryState } from '#contracts/story-group/story.ts';
import { evolveStream, initialState } from '#contracts/stream.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { Db } from '#kernel/db/pool.ts';
import { readStream } from '#kernel/event-store/read.ts';

const daySeconds = 86_400;

/** The story that came first in a group on a UTC day. */
export interface FirstStory {
  day: string;
  id: string;
  title: string;
}

const isShown = ({ status, ts_start, ts_end }: StoryState, from: UnixSeconds, until: UnixSeconds): boolean =>
  status === storyStatus.active && (ts_start ?? 0) < until && (ts_end ?? until) > from;

/**
 * The story that came first at the end of each of some UTC days, which is not known on those before there was any: the
 * first active one in the group's order whose dates touch the day. Cost: one read of the group's stream.
 */
export const readFirstStories = async (
  { pool }: Pick<Db, 'pool'>,
  groupId: string,
  days: readonly string[],
): Promise<FirstStory[]> => {
  const stream = `storyGroup-${groupId}`;
  const events = await readStream(pool, stream);
  let state = initialState(stream);
  let at = 0;
  const found: FirstStory[] = [];
  for (const day of days) {
    const from = toSeconds(Date.parse(day));
    const until = from + daySeconds;
    for (; at < events.length && toSeconds(events[at]!.meta.ts) < until; at += 1)
      state = evolveStream(state, events[at]!);
    const first = (state as StoryGroupState).stories.find((story) => isShown(story, from, until));
    if (first) found.push({ day, id: first.id, title: first.title });
  }
  return found;
};
