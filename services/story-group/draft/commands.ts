import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contracts/api/errors.ts';
import { copiedDesign } from '#contracts/studio/copies.ts';
import type { NewDraft, SentDraft } from '#contracts/studio/draft.ts';
import { type DraftContent, emptyDraft } from '#contracts/studio/draft-content.ts';
import { draftLimits } from '#contracts/studio/draft-limits.ts';
import { draftFiles } from '#contracts/studio/draft-media.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { settleTakeOver } from '../presence/take-over.ts';
import { publishedContent, readUploads, storedDraft } from './content.ts';
import { type OpenedGroup, openForDrafts, openStoryForDraft } from './open.ts';
import {
  endDrafts,
  type LiveDraft,
  lockDrafts,
  movedDraft,
  noteDraftMedia,
  type StoredDraft,
  staffBehind,
  takeSnapshot,
} from './rows.ts';

/** Refuses another new story where the group has as many drafts of new ones as it may; counted one after another. */
const requireRoom = async (trx: CommandTrx, groupId: string): Promise<void> => {
  await trx.client.query({
    name: 'queue-for-drafts',
    text: `select pg_advisory_xact_lock(hashtextextended('drafts:' || $1, 0))`,
    values: [groupId],
  });
  const { rows } = await trx.client.query<{ count: number }>({
    name: 'count-new-drafts',
    text: `select count(*)::int as count from story_draft
            where story_group_id = $1 and content is not null and base_version is null`,
    values: [groupId],
  });
  if (rows[0]!.count >= draftLimits.newOnes) throw new Refusal('StoriesPerGroupReached');
};

/** Wakes the studios in which the group is open, here and in other processes. */
const tellStudios = (trx: CommandTrx, { group }: OpenedGroup): void =>
  trx.afterCommit(() => trx.kernel.notifier.notify('studio', group.id));

interface Fresh {
  story_id: string;
  rev: number;
  base_version: number | null;
  held: boolean;
}

/** Writes a draft where there is none; false where somebody was first. */
const insertDraft = async (
  trx: CommandTrx,
  { me, group }: OpenedGroup,
  content: DraftContent,
  { story_id, rev, base_version, held }: Fresh,
): Promise<boolean> => {
  const { now } = trx.context;
  const { rowCount } = await trx.client.query({
    name: 'insert-draft',
    text: `insert into story_draft as ended (story_id, account_id, app_id, story_group_id, rev, content, base_version, user_id,
                  ts_created, ts_updated, held_by, held_until, staff_id, media)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12, $13)
           on conflict (story_id) do update set rev = excluded.rev, content = excluded.content, base_version = excluded.base_version,
             user_id = excluded.user_id, staff_id = excluded.staff_id, ts_created = excluded.ts_created, ts_updated = excluded.ts_updated,
             held_by = excluded.held_by, held_until = excluded.held_until, media = excluded.media
           where ended.content is null and ended.rev < excluded.rev`,
    values: [
      story_id,
      me.account_id,
      group.app_id,
      group.id,
      rev,
      JSON.stringify(content),
      base_version,
      me.user_id,
      new Date(now),
      held ? me.user_id : null,
      held ? new Date(now + draftLimits.heldMs) : null,
      staffBehind(trx),
      draftFiles(content),
    ],
  });
  noteDraftMedia(trx, story_id, content);
  return rowCount === 1;
};

/** A copy of a story, as it is drawn or else published, for a new one: its components have ids of their own. */
const copyOf = async (trx: CommandTrx, principal: Principal, from: string, storyId: string): Promise<DraftContent> => {
  const { me, story } = await openStoryForDraft(trx, principal, from);
  const draft = (await lockDrafts(trx, me.account_id, [from])).get(from)?.content;
  if (!draft && !story) throw new Refusal('NotFound');
  const content = draft ?? publishedContent(story!, await readUploads(trx, me.account_id, [story!.media.key]), []);
  return { ...content, ...copiedDesign(content, storyId, new Map()) };
};

/** Makes the draft of a new story, empty, with content or as a copy; answers the id that the story will have. */
export const handleNewDraft = async (
  trx: CommandTrx,
  principal: Principal,
  { story_group_id, content: sent, from }: NewDraft,
): Promise<{ story_id: string; rev: number }> => {
  const opened = await openForDrafts(trx, principal, story_group_id);
  const story_id = uuidv7();
  const copied = from === undefined ? emptyDraft : await copyOf(trx, principal, from, story_id);
  const given = sent ? await storedDraft(trx, opened.me.account_id, sent, null) : null;
  const said = Object.keys(sent ?? {}) as (keyof SentDraft)[];
  const content: DraftContent = { ...copied, ...Object.fromEntries(said.map((field) => [field, given![field]])) };
  await requireRoom(trx, story_group_id);
  await insertDraft(trx, opened, content, { story_id, rev: 1, base_version: null, held: false });
  tellStudios(trx, opened);
  return { story_id, rev: 1 };
};

/** Somebody else's place in a draft, while it lasts. */
const requirePlace = (
  { held_by, held_until }: Pick<StoredDraft, 'held_by' | 'held_until'>,
  userId: string,
  now: number,
): void => {
  if (held_by === null || held_by === userId || held_until === null || held_until.getTime() <= now) return;
  const data = { user_id: held_by, until: toSeconds(held_until.getTime()) };
  throw new Refusal('DraftHeld', refusalWords.DraftHeld, undefined, data);
};

const replaceDraft = (
  trx: CommandTrx,
  row: LiveDraft,
  content: DraftContent,
  { user_id, base_version }: { user_id: string; base_version: number | null },
): void => {
  const { now } = trx.context;
  takeSnapshot(trx, row);
  trx.defer({
    name: 'replace-draft',
    text: `update story_draft set rev = rev + 1, content = $2, user_id = $3, ts_updated = $4, base_version = $5,
                  held_by = $3, held_until = $6, staff_id = $7, media = $8 where story_id = $1`,
    values: [
      row.story_id,
      JSON.stringify(content),
      user_id,
      new Date(now),
      base_version,
      new Date(now + draftLimits.heldMs),
      staffBehind(trx),
      draftFiles(content),
    ],
  });
  noteDraftMedia(trx, row.story_id, content);
};

/** A save of a draft: what is in it, and of which version of the published story it was made. */
export interface DraftSave {
  story_id: string;
  content: SentDraft;
  version?: number | undefined;
}

/** Replaces a draft where it stands at `rev` (0: there is none yet), and takes the place in it for two minutes. */
export const handleSaveDraft = async (
  trx: CommandTrx,
  principal: Principal,
  { story_id, content: sent, version }: DraftSave,
  rev: number,
): Promise<{ rev: number; ts_updated: UnixSeconds }> => {
  const opened = await openStoryForDraft(trx, principal, story_id);
  const { me, story, stream } = opened;
  const row = (await lockDrafts(trx, me.account_id, [story_id])).get(story_id);
  const { now } = trx.context;
  if (row) requirePlace((await settleTakeOver(trx, story_id)) ?? row, me.user_id, now);
  if (rev !== (row?.content ? row.rev : 0)) throw movedDraft(trx, row);
  const content = await storedDraft(trx, me.account_id, sent, story);
  tellStudios(trx, opened);
  const from = version === undefined ? null : Math.min(version, stream.version);
  if (row?.content) {
    const base_version = story ? (from ?? row.base_version) : null;
    replaceDraft(trx, row as LiveDraft, content, { user_id: me.user_id, base_version });
    return { rev: row.rev + 1, ts_updated: toSeconds(now) };
  }
  if (!story) await requireRoom(trx, opened.group.id);
  const next = (row?.rev ?? 0) + 1;
  const base_version = story ? (from ?? stream.version) : null;
  if (!(await insertDraft(trx, opened, content, { story_id, rev: next, base_version, held: true })))
    throw movedDraft(trx, (await lockDrafts(trx, me.account_id, [story_id])).get(story_id));
  return { rev: next, ts_updated: toSeconds(now) };
};

/** Throws a draft away; with `rev` only where it stands there. Needs no place in it. */
export const handleDiscardDraft = async (
  trx: CommandTrx,
  principal: Principal,
  storyId: string,
  rev: number | null,
): Promise<void> => {
  const opened = await openStoryForDraft(trx, principal, storyId);
  const row = (await lockDrafts(trx, opened.me.account_id, [storyId])).get(storyId);
  if (rev !== null && rev !== (row?.content ? row.rev : 0)) throw movedDraft(trx, row);
  if (!row?.content) throw new Refusal('NotFound');
  endDrafts(trx, [storyId], opened.me.user_id);
  tellStudios(trx, opened);
};
