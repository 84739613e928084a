import { Refusal } from '#contracts/api/errors.ts';
import { mediaPath } from '#contracts/api/media-files.ts';
import { livingStories } from '#contracts/story-group/state.ts';
import type { DraftAnswer, DraftCheck, DraftRow } from '#contracts/studio/draft-content.ts';
import { draftFiles } from '#contracts/studio/draft-media.ts';
import { toSeconds } from '#contracts/time.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { draftFaults, shownCheck } from './checks.ts';
import { mediumOf, publishedContent, readUploads, shownDraft, type Uploads } from './content.ts';
import { type OpenedStory, openForDrafts, openStoryForDraft } from './open.ts';
import { draftFields, draftsOfGroup, type LiveDraft, newStoriesOf, readDraftRow, type StoredDraft } from './rows.ts';

/** Of some stories, whether their content was changed after a version of their group: by `story_id`. */
export const changedSince = async (
  trx: Pick<CommandTrx, 'client'>,
  stream: string,
  since: readonly { story_id: string; version: number }[],
): Promise<ReadonlySet<string>> => {
  if (since.length === 0) return new Set();
  const { rows } = await trx.client.query<{ story_id: string }>({
    name: 'stories-changed-since',
    // Each event is opened once, however many stories are asked about.
    text: `with later as materialized (
             select version, type, data from event
              where stream = $1 and version > (select min(v) from unnest($3::bigint[]) as v)
                and type in ('StoryChanged', 'StoryRestored', 'StoryGroupRestored')),
           changed as materialized (
             select version, data->>'story_id' as story_id from later where type <> 'StoryGroupRestored'
             union all
             select version, story->>'story_id' from later, jsonb_array_elements(data->'stories') as story
              where type = 'StoryGroupRestored')
           select distinct asked.story_id::text as story_id
             from unnest($2::uuid[], $3::bigint[]) as asked (story_id, version)
             join changed on changed.story_id = asked.story_id::text and changed.version > asked.version`,
    values: [stream, since.map(({ story_id }) => story_id), since.map(({ version }) => version)],
  });
  return new Set(rows.map(({ story_id }) => story_id));
};

/** The drafts of a group, the oldest first, without their designs; those of deleted stories are hidden. */
export const listDrafts = async (trx: CommandTrx, principal: Principal, groupId: string): Promise<DraftRow[]> => {
  await openForDrafts(trx, principal, groupId);
  const address = (key: string | null) => key && trx.kernel.config.MEDIA_URL + mediaPath(key);
  return (await draftsOfGroup(trx, groupId)).map(({ title, type, media, thumbnail, ...row }) => ({
    ...draftFields(row),
    title,
    type,
    media: address(media),
    thumbnail: address(thumbnail),
  }));
};

const isLive = (row: StoredDraft | null): row is LiveDraft => row?.content != null;

const checksOf = async (
  trx: CommandTrx,
  { story, stream, group }: OpenedStory,
  { story_id, content }: LiveDraft,
  uploads: Uploads,
): Promise<DraftCheck[]> => {
  const order = [...livingStories(stream.state).map(({ id }) => id), ...(await newStoriesOf(trx, group.id))];
  const media = mediumOf(content, uploads, story);
  return draftFaults(content, { now: toSeconds(trx.context.now), story, media, order, story_id }).map(shownCheck);
};

/** A story as it is drawn and as it is published, with what stops the draft from being published. */
export const readDraft = async (trx: CommandTrx, principal: Principal, storyId: string): Promise<DraftAnswer> => {
  const opened = await openStoryForDraft(trx, principal, storyId);
  const { me, story, stream } = opened;
  const row = await readDraftRow(trx, storyId);
  const draft = isLive(row) ? row : null;
  if (!draft && !story) throw new Refusal('NotFound');
  const keys = [...(draft ? draftFiles(draft.content) : []), ...(story ? [story.media.key] : [])];
  const uploads = await readUploads(trx, me.account_id, keys);
  const past = story ? await trx.kernel.facts.publishedComponents(trx, storyId) : [];
  const base = draft?.base_version ?? null;
  const changed = base === null ? null : await changedSince(trx, stream.stream, [{ story_id: storyId, version: base }]);
  const { MEDIA_URL } = trx.kernel.config;
  return {
    draft: draft && { ...draftFields(draft), content: shownDraft(draft.content, MEDIA_URL) },
    published: story && shownDraft(publishedContent(story, uploads, past), MEDIA_URL),
    version: story ? stream.version : null,
    outdated: changed?.has(storyId) ?? false,
    checks: draft ? await checksOf(trx, opened, draft, uploads) : [],
  };
};
