import { Refusal } from '#contracts/api/errors.ts';
import { mediaPath } from '#contracts/api/media-files.ts';
import { sentenceOf } from '#contracts/audit/describe.ts';
import type { Recorded } from '#contracts/event.ts';
import type { StoryGroupEvent } from '#contracts/story-group/events.ts';
import { openedStory } from '#contracts/story-group/opened-story.ts';
import { evolveStoryGroup, type StoryGroupState } from '#contracts/story-group/state.ts';
import { groupStatus, storyStatus } from '#contracts/story-group/status.ts';
import type { StoryState } from '#contracts/story-group/story.ts';
import { draftChanges } from '#contracts/studio/draft-changes.ts';
import type { DraftContent, Revision } from '#contracts/studio/draft-content.ts';
import { draftLimits } from '#contracts/studio/draft-limits.ts';
import { withFiles } from '#contracts/studio/draft-media.ts';
import { upcastStudio } from '#contracts/studio/stored.ts';
import { toSeconds } from '#contracts/time.ts';
import { draftWords } from '#contracts/words/drafts.en.ts';
import type { GroupFacts } from '#kernel/commands/facts.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { loadStream } from '#kernel/event-store/read.ts';
import { type EventRow, eventColumns, toEvent } from '#kernel/event-store/row.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { say } from '#kernel/platform/say.ts';
import { createPlaceholderResolver } from '../resolve-placeholders.ts';

type Reader = Pick<Kernel, 'config' | 'db' | 'facts'>;

/** A revision before its author has a name. */
type Found = Omit<Revision, 'actor'> & { actor_type: string; actor_id: string | null; on_behalf_of: string | null };

// Only what touched the story's content; the newest, so that the cost does not grow with its age.
const touchedSql = `
  select ${eventColumns} from event
   where stream = $1
     and ((type = 'StoryAdded' and data->'story'->>'id' = $2)
       or (type in ('StoryChanged', 'StoryRestored') and data->>'story_id' = $2)
       or (type = 'StoryGroupRestored' and data->'stories' @> jsonb_build_array(jsonb_build_object('story_id', $2::text))))
   order by version desc limit ${draftLimits.revisions}`;

const storyIn = (state: StoryGroupState, storyId: string): StoryState | undefined =>
  state.stories.find(({ id }) => id === storyId);

interface StoryStep {
  event: Recorded<StoryGroupEvent>;
  before: StoryGroupState;
  after: StoryGroupState;
}

/** What happened to a story's content, oldest first, with the group before and after each. */
const stepsOf = async ({ db }: Reader, stream: string, storyId: string): Promise<StoryStep[]> => {
  const { rows } = await db.pool.query<EventRow>({
    name: 'story-content',
    text: touchedSql,
    values: [stream, storyId],
  });
  const events = rows.map((row) => toEvent(row) as Recorded<StoryGroupEvent>).reverse();
  if (events.length === 0) return [];
  let { state } = await loadStream<StoryGroupState>(db.pool, stream, null, events[0]!.meta.version - 1);
  return events.map((event) => {
    const before = state;
    state = evolveStoryGroup(state, event, toSeconds(event.meta.ts));
    return { event, before, after: state };
  });
};

/** Which of some files the product drew itself. */
const drawnAmong = async ({ db }: Reader, accountId: string, keys: string[]): Promise<(key: string) => boolean> => {
  const { rows } = await db.pool.query<{ key: string }>({
    name: 'drawn-uploads',
    text: 'select key from upload where account_id = $1 and key = any($2) and drawn',
    values: [accountId, keys],
  });
  const drawn = new Set(rows.map(({ key }) => key));
  return (key) => drawn.has(key);
};

const publishedOnes = async (kernel: Reader, { id, account_id }: GroupFacts, storyId: string): Promise<Found[]> => {
  const steps = await stepsOf(kernel, `storyGroup-${id}`, storyId);
  const keys = steps.flatMap(({ after }) => storyIn(after, storyId)?.media.key ?? []);
  const isDrawn = await drawnAmong(kernel, account_id, [...new Set(keys)]);
  const published = await transaction(kernel.db, (trx) => kernel.facts.publishedComponents(trx, storyId));
  const past = published.map(({ component_id }) => component_id);
  return steps.flatMap(({ event, before, after }): Found[] => {
    const [was, is] = [storyIn(before, storyId), storyIn(after, storyId)];
    if (!is) return [];
    const content = openedStory(is, isDrawn, past);
    // Dates and caps are not drawn.
    if (was && draftChanges(openedStory(was, isDrawn, past), content, (to) => to).length === 0) return [];
    const { version, ts, actor, on_behalf_of } = event.meta;
    return [
      {
        kind: 'published',
        version,
        ts: toSeconds(ts),
        sentence: sentenceOf(event, before, after, say),
        content,
        actor_type: actor.type,
        actor_id: actor.id,
        on_behalf_of,
      },
    ];
  });
};

const snapshotsOf = async ({ db }: Reader, storyId: string): Promise<Found[]> => {
  const { rows } = await db.pool.query<{
    rev: number;
    content: DraftContent;
    user_id: string;
    staff_id: string | null;
    ts: Date;
  }>({
    name: 'draft-snapshots',
    text: `select rev, content, user_id, staff_id, ts from draft_snapshot where story_id = $1
            order by rev desc limit ${draftLimits.snapshots}`,
    values: [storyId],
  });
  return rows.map(({ rev, content, user_id, staff_id, ts }) => ({
    kind: 'draft',
    version: rev,
    ts: toSeconds(ts.getTime()),
    sentence: say(draftWords.saved),
    content: { ...content, studio: content.studio && upcastStudio({ ...content.studio }) },
    actor_type: staff_id ? 'staff' : 'user',
    actor_id: staff_id ?? user_id,
    on_behalf_of: null,
  }));
};

/** The group of an account in which a story is published or only drawn; 404 where it is neither, or deleted. */
export const groupOfRevisions = async ({ db }: Reader, accountId: string, storyId: string): Promise<string> => {
  const { rows } = await db.pool.query<{ story_group_id: string }>({
    name: 'group-of-revisions',
    text: `select s.story_group_id from story s join story_group g on g.id = s.story_group_id
            where s.id = $1 and s.account_id = $2 and s.status <> ${storyStatus.deleted} and g.status <> ${groupStatus.archived}
           union all
           select d.story_group_id from story_draft d join story_group g on g.id = d.story_group_id
            where d.story_id = $1 and d.account_id = $2 and d.content is not null and d.base_version is null
              and g.status <> ${groupStatus.archived}`,
    values: [storyId, accountId],
  });
  if (!rows[0]) throw new Refusal('NotFound');
  return rows[0].story_group_id;
};

/** Earlier forms of a story, the newest first: its draft at times, and what was published; at most 50 of each. */
export const listRevisions = async (kernel: Reader, group: GroupFacts, storyId: string): Promise<Revision[]> => {
  const found = [...(await snapshotsOf(kernel, storyId)), ...(await publishedOnes(kernel, group, storyId))];
  const named = await createPlaceholderResolver(
    kernel,
    group.account_id,
    found.map((one) => ({ ...one, texts: [], changes: null })),
  );
  const address = (key: string) => kernel.config.MEDIA_URL + mediaPath(key);
  return found
    .sort((a, b) => b.ts - a.ts || b.version - a.version)
    .map(({ actor_type, actor_id, on_behalf_of: _, content, ...one }) => ({
      ...one,
      actor: named.actor(actor_type, actor_id),
      content: withFiles(content, address),
    }));
};
