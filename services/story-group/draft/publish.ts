import { Refusal } from '#contracts/api/errors.ts';
import { faultsOf, readValue } from '#contracts/api/faults.ts';
import type { StoredMedia } from '#contracts/api/media.ts';
import { mediaKeyOf } from '#contracts/api/media-files.ts';
import type { PublishDrafts } from '#contracts/studio/draft.ts';
import { draftChanges } from '#contracts/studio/draft-changes.ts';
import { type DraftContent, emptyDraft } from '#contracts/studio/draft-content.ts';
import { draftFiles } from '#contracts/studio/draft-media.ts';
import { publishedPart } from '#contracts/studio/partial-publish.ts';
import { studio as studioSchema } from '#contracts/studio/studio.ts';
import { draftWords } from '#contracts/words/drafts.en.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandTrx, systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { save } from '#kernel/commands/streams.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { storePlainPicture } from '#kernel/media/plain-picture.ts';
import { openGroup } from '../open-group.ts';
import { openStudio } from '../presence/write.ts';
import { countedStories } from '../story/commands.ts';
import { underPath } from '../under-path.ts';
import { mediumOf, publishedContent, readUploads, requireOwnFiles, type Uploads } from './content.ts';
import { loadOpened, type OpenedGroup, publishedStory } from './open.ts';
import { decidePublish, type Publishing } from './publish-events.ts';
import { changedSince } from './read.ts';
import { endDrafts, type LiveDraft, lockDrafts, movedDraft } from './rows.ts';

type Asked = PublishDrafts['drafts'][number];
/** Addresses of pictures of one color, by the color. */
type Pictures = ReadonlyMap<string, string>;

/** What is left out of a publish together, as one picture or film. */
const mediumKeys = new Set(['story.type', 'story.media', 'story.thumbnail']);

/**
 * Draws the pictures that stand for the backgrounds of drafts without an image, before the command begins, so that no
 * transaction waits for a file. Who may not draw in the group is refused before; a draft that moved, or is of another group,
 * is refused later: nothing is drawn for it.
 */
export const drawBackgrounds = async (
  kernel: Kernel,
  principal: Principal,
  { story_group_id, drafts }: PublishDrafts,
): Promise<Pictures> => {
  const accountId = principal.account_id;
  const { rows } = await kernel.db.pool.query<{ color: string }>(
    `select distinct content->'studio'->>'background' as color from story_draft
       join unnest($1::uuid[], $2::bigint[], $5::boolean[]) as asked (id, at, bare) on asked.id = story_id and asked.at = rev
      where story_group_id = $3 and account_id = $4 and (bare or content->>'media' is null and content->>'type' = '1')
        and content->'studio'->>'background' is not null`,
    [
      drafts.map(({ story_id }) => story_id),
      drafts.map(({ rev }) => rev),
      story_group_id,
      accountId,
      // Without its new picture, a story that had none shows its color.
      drafts.map(({ leave_out = [] }) => leave_out.some((key) => mediumKeys.has(key))),
    ],
  );
  const pictures = new Map<string, string>();
  if (rows.length === 0) return pictures;
  await runCommand(kernel, systemContext(kernel.now(), accountId), async (trx) => {
    await openStudio(trx, principal, story_group_id);
    return { status: 200, data: null };
  });
  for (const { color } of rows) pictures.set(color, await storePlainPicture(kernel, accountId, color));
  return pictures;
};

/** The drafts as they were asked for, locked; 412 with the first that moved, 404 for one that is not of the group. */
const lockAsked = async (
  trx: CommandTrx,
  { me, group, stream }: OpenedGroup,
  asked: readonly Asked[],
): Promise<LiveDraft[]> => {
  const rows = await lockDrafts(
    trx,
    me.account_id,
    asked.map(({ story_id }) => story_id),
  );
  if (asked.some(({ story_id }) => rows.get(story_id)?.story_group_id !== group.id)) throw new Refusal('NotFound');
  const moved = (at: number, field: string): Refusal =>
    movedDraft(trx, rows.get(asked[at]!.story_id), [
      { path: `drafts.${at}.${field}`, said: refusalWords.VersionConflict },
    ]);
  const drafts = asked.map(({ story_id, rev }, at) => {
    const row = rows.get(story_id)!;
    if (row.content === null || row.rev !== rev) throw moved(at, 'rev');
    return row as LiveDraft;
  });
  const seen = asked.flatMap(({ story_id, version }) => (version === undefined ? [] : [{ story_id, version }]));
  const changed = await changedSince(trx, stream.stream, seen);
  const at = asked.findIndex(({ story_id, version }) => version !== undefined && changed.has(story_id));
  if (at >= 0) throw moved(at, 'version');
  return drafts;
};

/** Refuses a part of a draft whose design is none that could have been sent. */
const requireDesign = ({ studio }: DraftContent): void => {
  const read = readValue(studioSchema.nullable(), studio);
  if (read.success) return;
  const errors = faultsOf(read.error.issues).map(({ path }) => ({
    path: path === '' ? 'studio' : `studio.${path}`,
    said: draftWords.partUnfit,
  }));
  throw new Refusal('Invalid', draftWords.partUnfit, errors);
};

const plainPicture = (content: DraftContent, pictures: Pictures): string | null =>
  mediaKeyOf(pictures.get(content.studio?.background ?? '') ?? '');

/** The picture of a background where nothing lies before it: the one that the story has, or a new one. */
const standIn = (
  { story, before, content }: Pick<Publishing, 'story' | 'before' | 'content'>,
  uploads: Uploads,
  pictures: Pictures,
): StoredMedia | null => {
  if (content.type !== 1 || !content.studio?.background) return null;
  const drawn = mediumOf({ ...content, media: plainPicture(content, pictures) }, uploads, story);
  const isSame = story && before.media === null && story.studio?.background === content.studio.background;
  return drawn ?? (isSame ? story.media : null);
};

/** What of each draft is published, with what its rules need to know. */
const preparePublishing = async (
  trx: CommandTrx,
  opened: OpenedGroup,
  asked: readonly Asked[],
  drafts: readonly LiveDraft[],
  pictures: Pictures,
): Promise<Publishing[]> => {
  const stories = drafts.map(({ story_id }) => publishedStory(opened, story_id));
  const past = await trx.together(
    stories.map((story) => (story ? trx.kernel.facts.publishedComponents(trx, story.id) : Promise.resolve([]))),
  );
  const uploads = await readUploads(trx, opened.me.account_id, [
    ...drafts.flatMap(({ content }) => draftFiles(content)),
    ...stories.flatMap((story) => story?.media.key ?? []),
    ...[...pictures.values()].flatMap((address) => mediaKeyOf(address) ?? []),
  ]);
  return drafts.map((draft, at) => {
    const [story, published] = [stories[at]!, past[at]!];
    const before = story ? publishedContent(story, uploads, published) : emptyDraft;
    const content = publishedPart(before, draft.content, new Set(asked[at]!.leave_out));
    underPath(`drafts.${at}`, () => {
      if (content !== draft.content) requireDesign(content);
      requireOwnFiles(content, uploads, story);
    });
    const media = mediumOf(content, uploads, story) ?? standIn({ story, before, content }, uploads, pictures);
    return { at, story_id: draft.story_id, story, before, content, media, published };
  });
};

/** Ends the drafts that are published whole; of the others what was left out stays, on the new version. */
const settleDrafts = (
  trx: CommandTrx,
  userId: string,
  drafts: readonly LiveDraft[],
  parts: readonly Publishing[],
  version: number,
): void => {
  // Where nothing was left out, what is published is the draft itself.
  const isWhole = ({ content }: LiveDraft, at: number) =>
    parts[at]!.content === content || draftChanges(parts[at]!.content, content, (id) => id).length === 0;
  const whole = new Set(drafts.filter(isWhole));
  endDrafts(
    trx,
    [...whole].map(({ story_id }) => story_id),
    userId,
  );
  const left = drafts.filter((draft) => !whole.has(draft));
  if (left.length === 0) return;
  trx.defer({
    name: 'rebase-drafts',
    text: `update story_draft set rev = rev + 1, base_version = $2, user_id = $3, ts_updated = $4
            where story_id = any($1::uuid[])`,
    values: [left.map(({ story_id }) => story_id), version, userId, new Date(trx.context.now)],
  });
};

/** Publishes drafts of a group, all of them or none, each as far as nothing of it is left out. */
export const handlePublish = async (
  trx: CommandTrx,
  principal: Principal,
  { story_group_id, drafts: asked, status }: PublishDrafts,
  pictures: Pictures,
): Promise<{ published: string[]; version: number }> => {
  const authorized = await openGroup(trx, principal, story_group_id, 'storyGroup.edit');
  // The stream before the app's row, as whoever tries again takes them.
  const opened = await loadOpened(trx, authorized);
  const app_stories = await countedStories(trx, authorized);
  const drafts = await lockAsked(trx, opened, asked);
  const parts = await preparePublishing(trx, opened, asked, drafts, pictures);
  const events = decidePublish(parts, opened.stream.state, { author: opened.author, app_stories, status });
  const { version } = await save(trx, opened.stream, events);
  settleDrafts(trx, opened.me.user_id, drafts, parts, version);
  return { published: drafts.map(({ story_id }) => story_id), version };
};
