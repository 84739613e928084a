import { setImmediate as turn } from 'node:timers/promises';
import { sentenceOf } from '#contracts/audit/describe.ts';
import type { Recorded } from '#contracts/event.ts';
import type { StoryGroupEvent } from '#contracts/story-group/events.ts';
import { openedStory } from '#contracts/story-group/opened-story.ts';
import { evolveStoryGroup, initialStoryGroup, type StoryGroupState } from '#contracts/story-group/state.ts';
import type { StoryChanges, StoryState } from '#contracts/story-group/story.ts';
import { draftChanges } from '#contracts/studio/draft-changes.ts';
import type { DraftContent, Revision } from '#contracts/studio/draft-content.ts';
import { draftLimits } from '#contracts/studio/draft-limits.ts';
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
type StoryRow = EventRow & { group_title: string; sentence: string | null; is_shown: boolean };

/** The fields of a story that its forms show; dates and caps are not drawn. */
const drawnFields: readonly (keyof StoryChanges)[] = [
  'title',
  'type',
  'media',
  'thumbnail',
  'button_text',
  'outlink',
  'deep_link',
  'studio',
  'conditions',
];

// The history knows which versions are of a story, so that no design of another one is read; what it does not have yet is few.
// Of all of them only the names of their fields are looked at. `is_shown` are the newest that draw anything; the others have
// what each field was before those.
const ofStoryText = `
  with told as (select coalesce(max(version), 0) as version from history_row where story_group_id = $2),
       touched as (
         select version, sentence from history_row
          where story_group_id = $2 and version < $4
            and (story_id = $3 and action in ('StoryAdded', 'StoryChanged', 'StoryRestored') or action = 'StoryGroupRestored')
          union all
         select version, null from event
          where stream = $1 and version > (select version from told) and version < $4
            and type in ('StoryAdded', 'StoryChanged', 'StoryRestored', 'StoryGroupRestored')
            and (type = 'StoryGroupRestored' or coalesce(data ->> 'story_id', data -> 'story' ->> 'id') = $3::text)),
       field as materialized (
         select t.version, f.name
           from touched t join event e on e.stream = $1 and e.version = t.version
          cross join lateral jsonb_object_keys(case e.type
            when 'StoryAdded' then e.data -> 'story'
            when 'StoryGroupRestored' then jsonb_path_query_first(
              e.data, '$.stories[*] ? (@.story_id == $id).changes', jsonb_build_object('id', $3::text))
            else e.data -> 'changes' end) f (name)),
       page as (select distinct version from field where name = any($5) order by version desc limit $6),
       chosen as (
         select version, true as is_shown from page
          union all
         select distinct max(version), false from field where version < (select min(version) from page) group by name)
  select ${eventColumns.replaceAll(/(\w+)/g, 'e.$1')}, t.sentence, c.is_shown, g.title as group_title
    from chosen c join touched t using (version) join event e on e.stream = $1 and e.version = c.version
    join story_group g on g.id = $2
   order by e.version`;

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

/** Designs are large: after so many of them other requests have their turn. */
const eventsATurn = 20;

/** The last `most` changes of a story's content before a version of its group, the newest first. */
const stepsOf = async ({ db }: Reader, groupId: string, storyId: string, before: number, most: number) => {
  const { rows } = await db.pool.query<StoryRow>({
    name: 'story-content',
    text: ofStoryText,
    values: [`storyGroup-${groupId}`, groupId, storyId, before, drawnFields, most],
  });
  let state: StoryGroupState = { ...initialStoryGroup(groupId), title: rows[0]?.group_title ?? '' };
  const steps: StoryStep[] = [];
  for (const [at, { sentence, is_shown, group_title: _, ...row }] of rows.entries()) {
    if (at % eventsATurn === eventsATurn - 1) await turn();
    const event = toEvent(row) as Recorded<StoryGroupEvent>;
    const earlier = state;
    state = evolveStoryGroup(state, event, toSeconds(event.meta.ts));
    const is = storyIn(state, storyId);
    if (!is || !is_shown) continue;
    const was = storyIn(earlier, storyId);
    steps.push({ event, sentence: sentence ?? sentenceOf(event, earlier, state, say), was, is });
  }
  return steps.reverse();
};

/**
 * What was published of a story before a version of its group, the newest first: one more than `limit`, or than one answer
 * has room for, where there are so many. Reads the contents of no more than it answers, as long as each change is one of content.
 */
export const publishedRevisions = async (
  kernel: Reader,
  { id, account_id }: { id: string; account_id: string },
  storyId: string,
  before: number,
  limit: number,
): Promise<FoundRevision[]> => {
  const published = await transaction(kernel.db, (trx) => kernel.facts.publishedComponents(trx, storyId));
  const past = published.map(({ component_id }) => component_id);
  const found: FoundRevision[] = [];
  let bytes = 0;
  for (let below = before; ; ) {
    const steps = await stepsOf(kernel, id, storyId, below, limit + 1);
    const keys = steps.flatMap(({ was, is }) => [is.media.key, ...(was ? [was.media.key] : [])]);
    const isDrawn = await drawnAmong(kernel, account_id, [...new Set(keys)]);
    const opened = (story: StoryState): DraftContent => openedStory(story, isDrawn, past);
    for (const [at, { event, sentence, was, is }] of steps.entries()) {
      if (at % eventsATurn === eventsATurn - 1) await turn();
      const content = opened(is);
      if (was && draftChanges(opened(was), content, (to) => to).length === 0) continue;
      const { version, ts, actor, on_behalf_of } = event.meta;
      const who = { actor_type: actor.type, actor_id: actor.id, on_behalf_of };
      found.push({ kind: 'published', version, ts: toSeconds(ts), sentence, content, ...who });
      bytes += Buffer.byteLength(JSON.stringify(content));
      if (found.length > limit || bytes > draftLimits.revisionBytes) return found;
    }
    if (steps.length <= limit) return found;
    below = steps.at(-1)!.event.meta.version;
  }
};
