import { sentenceOf } from '#contracts/audit/describe.ts';
import type { Recorded } from '#contracts/event.ts';
import { storyIdOf } from '#contracts/story-group/audit.ts';
import type { StoryGroupEvent } from '#contracts/story-group/events.ts';
import { openedStory } from '#contracts/story-group/opened-story.ts';
import { evolveStoryGroup, initialStoryGroup, type StoryGroupState } from '#contracts/story-group/state.ts';
import type { StoryState } from '#contracts/story-group/story.ts';
import { draftChanges } from '#contracts/studio/draft-changes.ts';
import type { DraftContent, Revision } from '#contracts/studio/draft-content.ts';
import { toSeconds } from '#contracts/time.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { type EventRow, eventColumns, toEvent } from '#kernel/event-store/row.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { say } from '#kernel/platform/say.ts';

/** A revision before its author has a name. */
export type FoundRevision = Omit<Revision, 'actor'> & {
  actor_type: string;
  actor_id: string | null;
  on_behalf_of: string | null;
};

type Reader = Pick<Kernel, 'config' | 'db' | 'facts'>;
type StoryRow = EventRow & { group_title: string; sentence: string | null };

// The history knows which versions are of a story, so that no design of another one is read; what it does not have yet is few.
const ofStoryText = `
  with told as (select coalesce(max(version), 0) as version from history_row where story_group_id = $2),
       touched as (
         select version, sentence from history_row
          where story_group_id = $2 and version < $4
            and (story_id = $3 and action in ('StoryAdded', 'StoryChanged', 'StoryRestored') or action = 'StoryGroupRestored')
          union all
         select version, null from event where stream = $1 and version > (select version from told) and version < $4)
  select ${eventColumns.replaceAll(/(\w+)/g, 'e.$1')}, t.sentence, g.title as group_title
    from touched t join event e on e.stream = $1 and e.version = t.version join story_group g on g.id = $2
   where e.type in ('StoryAdded', 'StoryChanged', 'StoryRestored', 'StoryGroupRestored')
   order by e.version`;

const touches = (event: Recorded<StoryGroupEvent>, storyId: string): boolean =>
  event.type === 'StoryGroupRestored'
    ? event.data.stories.some(({ story_id }) => story_id === storyId)
    : storyIdOf(event) === storyId;

const storyIn = (state: StoryGroupState, storyId: string): StoryState | undefined =>
  state.stories.find(({ id }) => id === storyId);

/** Which of some files the product drew itself. */
const drawnAmong = async ({ db }: Reader, accountId: string, keys: readonly string[]) => {
  const { rows } = await db.pool.query<{ key: string }>({
    name: 'drawn-uploads',
    text: 'select key from upload where account_id = $1 and key = any($2) and drawn',
    values: [accountId, keys],
  });
  const drawn = new Set(rows.map(({ key }) => key));
  return (key: string) => drawn.has(key);
};

interface StoryStep {
  event: Recorded<StoryGroupEvent>;
  sentence: string;
  was: StoryState | undefined;
  is: StoryState;
}

/** What happened to a story's content before a version of its group, oldest first. */
const stepsOf = async ({ db }: Reader, groupId: string, storyId: string, before: number): Promise<StoryStep[]> => {
  const { rows } = await db.pool.query<StoryRow>({
    name: 'story-content',
    text: ofStoryText,
    values: [`storyGroup-${groupId}`, groupId, storyId, before],
  });
  let state: StoryGroupState = { ...initialStoryGroup(groupId), title: rows[0]?.group_title ?? '' };
  return rows.flatMap(({ sentence, group_title: _, ...row }): StoryStep[] => {
    const event = toEvent(row) as Recorded<StoryGroupEvent>;
    if (!touches(event, storyId)) return [];
    const earlier = state;
    state = evolveStoryGroup(state, event, toSeconds(event.meta.ts));
    const is = storyIn(state, storyId);
    if (!is) return [];
    return [
      { event, sentence: sentence ?? sentenceOf(event, earlier, state, say), was: storyIn(earlier, storyId), is },
    ];
  });
};

/**
 * What was published of a story before a version of its group, the newest first. Costs time in proportion to the changes of
 * this story, not to those of its group.
 */
export const publishedRevisions = async (
  kernel: Reader,
  { id, account_id }: { id: string; account_id: string },
  storyId: string,
  before: number,
): Promise<FoundRevision[]> => {
  const steps = await stepsOf(kernel, id, storyId, before);
  const isDrawn = await drawnAmong(kernel, account_id, [...new Set(steps.map(({ is }) => is.media.key))]);
  const published = await transaction(kernel.db, (trx) => kernel.facts.publishedComponents(trx, storyId));
  const past = published.map(({ component_id }) => component_id);
  const opened = (story: StoryState): DraftContent => openedStory(story, isDrawn, past);
  const found = steps.flatMap(({ event, sentence, was, is }): FoundRevision[] => {
    const content = opened(is);
    // Dates and caps are not drawn.
    if (was && draftChanges(opened(was), content, (to) => to).length === 0) return [];
    const { version, ts, actor, on_behalf_of } = event.meta;
    const who = { actor_type: actor.type, actor_id: actor.id, on_behalf_of };
    return [{ kind: 'published', version, ts: toSeconds(ts), sentence, content, ...who }];
  });
  return found.reverse();
};
