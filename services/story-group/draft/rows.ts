import { invalidField, Refusal, type RefusedField } from '#contracts/api/errors.ts';
import { storyStatus } from '#contracts/story-group/status.ts';
import type { Draft, DraftContent, MovedDraft } from '#contracts/studio/draft-content.ts';
import { draftLimits } from '#contracts/studio/draft-limits.ts';
import { draftFiles } from '#contracts/studio/draft-media.ts';
import { upcastStudio } from '#contracts/studio/stored.ts';
import { type EpochMs, toSeconds } from '#contracts/time.ts';
import { draftWords } from '#contracts/words/drafts.en.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { matchVersion } from '#kernel/commands/streams.ts';
import { placeNow } from '../presence/place-now.ts';
import { shownDraft } from './content.ts';

/** A draft's row; `content` is null once it was published or discarded. */
export interface StoredDraft {
  story_id: string;
  account_id: string;
  app_id: string;
  story_group_id: string;
  rev: number;
  content: DraftContent | null;
  base_version: number | null;
  user_id: string;
  /** Who of the staff acted for that person. */
  staff_id: string | null;
  ts_created: Date;
  ts_updated: Date;
  held_by: string | null;
  held_until: Date | null;
  /** Of which save the newest snapshot is; null: there is none. */
  snapshot_ts: Date | null;
}

/** A row with a draft in it. */
export type LiveDraft = StoredDraft & { content: DraftContent };

const columns = `d.story_id, d.account_id, d.app_id, d.story_group_id, d.rev, d.base_version, d.user_id, d.staff_id,
  d.ts_created, d.ts_updated,
  (select max(s.ts) from draft_snapshot s where s.story_id = d.story_id) as snapshot_ts`;

const present = (row: StoredDraft): StoredDraft => ({
  ...row,
  content: row.content && { ...row.content, studio: row.content.studio && upcastStudio({ ...row.content.studio }) },
});

const byStory = (rows: readonly StoredDraft[]): Map<string, StoredDraft> =>
  new Map(rows.map((row) => [row.story_id, present(row)]));

const columnsNow = `${columns}, ${placeNow.held_by} as held_by, ${placeNow.held_until} as held_until`;

/** The row of a story's draft with who writes it now; null: there never was one. */
export const readDraftRow = async (
  trx: Pick<CommandTrx, 'client' | 'context'>,
  storyId: string,
): Promise<StoredDraft | null> => {
  const { rows } = await trx.client.query<StoredDraft>({
    name: 'read-draft',
    text: `select ${columnsNow}, d.content from story_draft d ${placeNow.joins} where d.story_id = $1`,
    values: [storyId, new Date(trx.context.now)],
  });
  return rows[0] ? present(rows[0]) : null;
};

/**
 * Rows of an account's drafts by their stories, locked until the transaction ends; in one order, so that nobody waits in a
 * ring. Those that never were, or are another account's, are missing.
 */
export const lockDrafts = async (
  trx: Pick<CommandTrx, 'client'>,
  accountId: string,
  storyIds: readonly string[],
): Promise<Map<string, StoredDraft>> => {
  const text = `select ${columns}, d.content, d.held_by, d.held_until from story_draft d
                 where d.story_id = any($1::uuid[]) and d.account_id = $2 order by d.story_id for update of d`;
  const { rows } = await trx.client.query<StoredDraft>({ name: 'lock-drafts', text, values: [storyIds, accountId] });
  return byStory(rows);
};

/** A draft in a list: what is shown of it, and who writes it now. */
export type ListedDraft = Omit<StoredDraft, 'content'> & Pick<DraftContent, 'title' | 'type' | 'media' | 'thumbnail'>;

/** The drafts of a group without their designs, the oldest first; not those of deleted stories. */
export const draftsOfGroup = async (
  trx: Pick<CommandTrx, 'client' | 'context'>,
  groupId: string,
): Promise<ListedDraft[]> => {
  const { rows } = await trx.client.query<ListedDraft>({
    name: 'drafts-of-group',
    text: `select ${columnsNow}, shown.* from story_draft d ${placeNow.joins}
            cross join lateral jsonb_to_record(d.content) as shown (title text, type int, media text, thumbnail text)
            where d.story_group_id = $1 and d.content is not null
              and not exists (select from story where id = d.story_id and status = ${storyStatus.deleted})
            order by d.ts_created, d.story_id`,
    values: [groupId, new Date(trx.context.now)],
  });
  return rows;
};

/** The new stories of a group that are only drawn, the oldest first. */
export const newStoriesOf = async (trx: Pick<CommandTrx, 'client'>, groupId: string): Promise<string[]> => {
  const { rows } = await trx.client.query<{ story_id: string }>({
    name: 'new-drafts-of-group',
    text: `select story_id from story_draft where story_group_id = $1 and content is not null and base_version is null
            order by ts_created, story_id`,
    values: [groupId],
  });
  return rows.map(({ story_id }) => story_id);
};

/** A draft as it is answered, without its content. */
export const draftFields = (row: Omit<StoredDraft, 'content'>): Draft => ({
  story_id: row.story_id,
  story_group_id: row.story_group_id,
  rev: row.rev,
  base_version: row.base_version,
  user_id: row.user_id,
  ts_created: toSeconds(row.ts_created.getTime()),
  ts_updated: toSeconds(row.ts_updated.getTime()),
  held_by: row.held_by,
  held_until: row.held_until && toSeconds(row.held_until.getTime()),
});

/** The rev that If-Match names; 0: none yet. 422 where it names none. */
export const matchRev = (header: string | undefined): number => {
  const rev = matchVersion(header);
  if (rev === null) throw invalidField('If-Match', draftWords.revNeeded);
  return rev;
};

/** 412 with the draft as it stands. */
export const movedDraft = (trx: CommandTrx, row: StoredDraft | undefined, errors?: RefusedField[]): Refusal => {
  const stands: MovedDraft = row?.content
    ? { rev: row.rev, content: shownDraft(row.content, trx.kernel.config.MEDIA_URL), user_id: row.user_id }
    : { rev: 0, content: null, user_id: row?.user_id ?? null };
  return new Refusal('VersionConflict', refusalWords.VersionConflict, errors, stands);
};

/** Notes the files that a draft names from now on. */
export const noteDraftMedia = (trx: CommandTrx, storyId: string, content: DraftContent): void => {
  const keys = draftFiles(content);
  if (keys.length === 0) return;
  trx.defer({
    name: 'note-draft-media',
    // Said again once a day: each save would write a row for each picture.
    text: `insert into draft_media as noted (story_id, key, named_at) select $1, key, $3 from unnest($2::text[]) as key
           on conflict (story_id, key) do update set named_at = excluded.named_at
            where noted.named_at < excluded.named_at - interval '1 day'`,
    values: [storyId, keys.sort(), new Date(trx.context.now)],
  });
};

/** Whether the present content is to be kept: ten minutes after the last that was, and before a pause as long. */
const isSnapshotDue = ({ snapshot_ts, ts_updated }: StoredDraft, now: EpochMs): boolean => {
  if (!snapshot_ts) return true;
  const every = draftLimits.snapshotEveryMs;
  const [kept, saved] = [snapshot_ts.getTime(), ts_updated.getTime()];
  return saved - kept >= every || (now - saved >= every && saved > kept);
};

/** Who of the staff acts for the person who sends a command; null where nobody does. */
export const staffBehind = ({ context: { actor } }: Pick<CommandTrx, 'context'>): string | null =>
  actor.type === 'staff' ? actor.id : null;

/** Keeps how a draft was before a save, each ten minutes. */
export const takeSnapshot = (trx: CommandTrx, row: LiveDraft): void => {
  if (!isSnapshotDue(row, trx.context.now)) return;
  const { story_id } = row;
  trx.defer({
    name: 'take-draft-snapshot',
    text: `insert into draft_snapshot (story_id, rev, content, media, user_id, staff_id, ts)
           values ($1, $2, $3, $4, $5, $6, $7)
           on conflict do nothing`,
    values: [
      story_id,
      row.rev,
      JSON.stringify(row.content),
      draftFiles(row.content),
      row.user_id,
      row.staff_id,
      row.ts_updated,
    ],
  });
  trx.defer({
    name: 'trim-draft-snapshots',
    text: `delete from draft_snapshot where story_id = $1 and rev <= (
             select rev from draft_snapshot where story_id = $1 order by rev desc offset ${draftLimits.snapshots} limit 1)`,
    values: [story_id],
  });
};

/** Ends drafts that were published or discarded by somebody: their rows go on without content, their snapshots go. */
export const endDrafts = (trx: CommandTrx, storyIds: readonly string[], userId: string): void => {
  if (storyIds.length === 0) return;
  trx.defer({
    name: 'end-drafts',
    text: `update story_draft set content = null, media = '{}', user_id = $2, staff_id = $4, ts_updated = $3, held_by = null, held_until = null
            where story_id = any($1::uuid[])`,
    values: [storyIds, userId, new Date(trx.context.now), staffBehind(trx)],
  });
  trx.defer({
    name: 'end-draft-snapshots',
    text: 'delete from draft_snapshot where story_id = any($1::uuid[])',
    values: [storyIds],
  });
  // What was asked for in a draft that is over is not given in the next one.
  trx.defer({
    name: 'end-draft-requests',
    text: 'delete from story_take_over where story_id = any($1::uuid[])',
    values: [storyIds],
  });
};
