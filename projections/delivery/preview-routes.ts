import { LRUCache } from 'lru-cache';
import { Refusal } from '#contracts/api/errors.ts';
import { unixSeconds } from '#contracts/api/ids.ts';
import { mediaKeyOf, mediaPath } from '#contracts/api/media-files.ts';
import { may, type Permissions, roleFor } from '#contracts/api/roles.ts';
import type { AppSettings } from '#contracts/app/events.ts';
import type { SdkStories } from '#contracts/sdk/protocol.ts';
import type { StoryGroupState } from '#contracts/story-group/state.ts';
import { storyStatus } from '#contracts/story-group/status.ts';
import type { DraftContent } from '#contracts/studio/draft-content.ts';
import { openPreview } from '#contracts/studio/preview.ts';
import { loadStream } from '#kernel/event-store/read.ts';
import { limitNetwork } from '#kernel/http/network-limit.ts';
import { bodyLimits } from '#kernel/http/plugins/policies.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { storePlainPicture } from '#kernel/media/plain-picture.ts';
import { tokenHash } from '#kernel/platform/secrets.ts';
import { type PreviewedDraft, type PreviewFile, previewedStories } from './preview.ts';
import { storiesAnswer } from './schema.ts';
import { sdkApp, sdkGroup } from './select.ts';

/** Twice LIMIT_SIGN_IN, 10: 20 a minute. */
const limitPreviews = limitNetwork('preview', 2);
const black = '#000000';
/** Files of one color that were drawn a while ago may be gone: nothing but previews names them. */
const plainMs = 3_600_000;
const plainPictures = 1000;
/** Of the shape of a story, so that a hundred colors cost one request little; a player makes it as large as the screen. */
const plainSize = { width: 9, height: 16 };

const answer = storiesAnswer.extend({ data: storiesAnswer.shape.data.extend({ ts_expires: unixSeconds }) });
type PreviewAnswer = { data: SdkStories['data'] & { ts_expires: number } };

interface Preview {
  account_id: string;
  story_group_id: string;
  app_id: string;
  permissions: Permissions;
  /** Who made the link, and the group. */
  maker: string;
  group_author: string | null;
  expires: number;
  app_title: string;
  app_settings: AppSettings;
}

// With whoever made it their link goes, and with the group, its instance and app.
const previewSql = `
  select p.account_id, p.story_group_id, p.user_id as maker, g.user_id as group_author, g.app_id, m.permissions, extract(epoch from p.expires_at)::bigint as expires,
         d.app_title, d.app_settings
    from story_preview p
    join member m on m.id = p.user_id and m.account_id = p.account_id and m.phase = 'member' and not m.disabled
    join story_group g on g.id = p.story_group_id and g.account_id = p.account_id
    join delivery_instance d on d.instance_id = g.instance_id
   where p.secret_hash = $1 and p.expires_at > $2`;

const draftsSql = `
  select story_id, content from story_draft
   where story_group_id = $1 and account_id = $2 and content is not null
     and not exists (select from story where id = story_id and status = ${storyStatus.deleted})
   order by ts_created, story_id`;

const filesSql = `select key, mime_type, width, duration_ms, thumbnail from upload where account_id = $1 and key = any($2)`;

/** A creator draws only in groups of their own. */
const mayStillDraw = ({ permissions, app_id, maker, group_author }: Preview): boolean =>
  may(permissions, 'storyGroup.edit', app_id) &&
  (roleFor(permissions, app_id) !== 'story_creator' || group_author === maker);

const findPreview = async ({ db, now }: Pick<Kernel, 'db' | 'now'>, secret: string): Promise<Preview> => {
  const { rows } = await db.pool.query<Preview>({
    name: 'delivery-preview',
    text: previewSql,
    values: [tokenHash(secret), new Date(now())],
  });
  const found = rows[0];
  if (!found || !mayStillDraw(found)) throw new Refusal('UnknownPreview');
  return found;
};

/** POST /sdk/v1/preview: a group with its drafts, as it would be delivered. A process with `api` answers it: `sdk` reads no drafts. */
export const previewRoutes: Routes = (server, kernel) => {
  const { db, config, now } = kernel;
  const drawn = new LRUCache<string, string>({ max: plainPictures, ttl: plainMs });

  const plainPicture = async (accountId: string, { studio }: DraftContent): Promise<PreviewFile> => {
    const color = studio?.background ?? black;
    const known = drawn.get(`${accountId} ${color}`);
    const key = known ?? mediaKeyOf(await storePlainPicture(kernel, accountId, color, plainSize))!;
    drawn.set(`${accountId} ${color}`, key);
    return { key, mime_type: 'image/png', width: 1, duration_ms: null, thumbnail: null };
  };
  const readFiles = async (accountId: string, drafts: readonly PreviewedDraft[], state: StoryGroupState) => {
    const keys = drafts.flatMap(({ content }) => content.media ?? []);
    const { rows } = await db.pool.query<PreviewFile>({
      name: 'preview-files',
      text: filesSql,
      values: [accountId, keys],
    });
    const files = new Map([...state.stories.map(({ media }) => media), ...rows].map((file) => [file.key, file]));
    const found = new Map<DraftContent, PreviewFile>();
    for (const { content } of drafts)
      found.set(content, files.get(content.media ?? '') ?? (await plainPicture(accountId, content)));
    return found;
  };
  const readPreview = async (secret: string): Promise<PreviewAnswer> => {
    const { account_id, story_group_id, expires, app_title, app_settings } = await findPreview(kernel, secret);
    const { rows: drafts } = await db.pool.query<PreviewedDraft>({
      name: 'preview-drafts',
      text: draftsSql,
      values: [story_group_id, account_id],
    });
    const { state } = await loadStream<StoryGroupState>(db.pool, `storyGroup-${story_group_id}`);
    const files = await readFiles(account_id, drafts, state);
    const shown = previewedStories(state, drafts, (content) => files.get(content)!, now());
    if (!shown) throw new Refusal('UnknownPreview');
    const urlOf = (key: string) => config.MEDIA_URL + mediaPath(key);
    const group = sdkGroup({ ...shown.group, pinned: false, sort_order: 0 }, shown.stories, urlOf);
    const app = sdkApp({ title: app_title, ...app_settings });
    return { data: { ts_expires: expires, app, groups: group.stories.length > 0 ? [group] : [] } };
  };

  server.route({
    method: 'POST',
    url: '/sdk/v1/preview',
    bodyLimit: bodyLimits.stranger,
    onRequest: limitPreviews(kernel),
    config: { policy: { caller: 'anyone' }, noStore: true },
    schema: {
      tags: ['Studio'],
      summary: "Retrieve a group with its drafts by a preview's secret",
      description:
        'The secret is the fragment of the address that POST /story/preview answered. Answers in the shape that SDKs get. 404 `UnknownPreview` when it is wrong or over.',
      body: openPreview,
      response: { 200: answer },
    },
    handler: async (request) => readPreview(request.body.secret),
  });
};
