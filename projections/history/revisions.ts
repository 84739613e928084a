import { Refusal } from '#contracts/api/errors.ts';
import { mediaPath } from '#contracts/api/media-files.ts';
import { groupStatus, storyStatus } from '#contracts/story-group/status.ts';
import type { RevisionsQuery } from '#contracts/studio/draft.ts';
import type { DraftContent, Revision } from '#contracts/studio/draft-content.ts';
import { draftLimits } from '#contracts/studio/draft-limits.ts';
import { withFiles } from '#contracts/studio/draft-media.ts';
import { upcastStudio } from '#contracts/studio/stored.ts';
import { toSeconds } from '#contracts/time.ts';
import { draftWords } from '#contracts/words/drafts.en.ts';
import type { GroupFacts } from '#kernel/commands/facts.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { say } from '#kernel/platform/say.ts';
import { createPlaceholderResolver } from '../resolve-placeholders.ts';
import { type FoundRevision, publishedRevisions } from './story-revisions.ts';

type Reader = Pick<Kernel, 'config' | 'db' | 'facts'>;

interface SnapshotRow {
  rev: number;
  content: DraftContent;
  user_id: string;
  staff_id: string | null;
  ts: Date;
}

const snapshotsBefore = async ({ db }: Reader, storyId: string, rev: number, limit: number) => {
  const { rows } = await db.pool.query<SnapshotRow>({
    name: 'draft-snapshots',
    text: `select rev, content, user_id, staff_id, ts from draft_snapshot where story_id = $1 and rev < $2
            order by rev desc limit $3`,
    values: [storyId, rev, limit],
  });
  return rows.map(
    ({ rev, content, user_id, staff_id, ts }): FoundRevision => ({
      kind: 'draft',
      version: rev,
      ts: toSeconds(ts.getTime()),
      sentence: say(draftWords.saved),
      content: { ...content, studio: content.studio && upcastStudio({ ...content.studio }) },
      actor_type: staff_id ? 'staff' : 'user',
      actor_id: staff_id ?? user_id,
      on_behalf_of: null,
    }),
  );
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

/** What a page goes on before: a rev of the draft, and a version of the group. */
interface Before {
  draft: number;
  published: number;
}
const fromNow = 2_147_483_647;

const readCursor = (cursor: string | undefined): Before => {
  const [draft = fromNow, published = fromNow] = cursor?.split('.').map(Number) ?? [];
  return { draft: Math.min(draft, fromNow), published: Math.min(published, fromNow) };
};

/** As many of them as an answer holds, at least one. */
const whatFits = (revisions: readonly FoundRevision[], limit: number): FoundRevision[] => {
  let bytes = 0;
  const past = revisions.findIndex(({ content }, at) => {
    bytes += Buffer.byteLength(JSON.stringify(content));
    return at >= limit || (at > 0 && bytes > draftLimits.revisionBytes);
  });
  return past < 0 ? [...revisions] : revisions.slice(0, past);
};

/**
 * Earlier forms of a story, the newest first: its draft at times, and what was published. A page, and in `next` what the next
 * one is asked for with; null: there is none.
 */
export const listRevisions = async (
  kernel: Reader,
  group: GroupFacts,
  { story_id, limit = draftLimits.revisions, before: cursor }: RevisionsQuery,
): Promise<{ data: Revision[]; next: string | null }> => {
  const before = readCursor(cursor);
  const found = [
    ...(await snapshotsBefore(kernel, story_id, before.draft, limit + 1)),
    ...(await publishedRevisions(kernel, group, story_id, before.published, limit)),
  ].sort((a, b) => b.ts - a.ts || b.version - a.version);
  const shown = whatFits(found, limit);
  const lastOf = (kind: Revision['kind']): number =>
    shown.findLast((one) => one.kind === kind)?.version ?? before[kind];
  const named = await createPlaceholderResolver(
    kernel,
    group.account_id,
    shown.map((one) => ({ ...one, texts: [], changes: null })),
  );
  const address = (key: string) => kernel.config.MEDIA_URL + mediaPath(key);
  const data = shown.map(({ actor_type, actor_id, on_behalf_of: _, content, ...one }) => ({
    ...one,
    actor: named.actor(actor_type, actor_id),
    content: withFiles(content, address),
  }));
  return { data, next: shown.length < found.length ? `${lastOf('draft')}.${lastOf('published')}` : null };
};
