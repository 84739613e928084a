import { groupStatus, storyStatus } from '#contracts/story-group/status.ts';
import { draftLimits } from '#contracts/studio/draft-limits.ts';
import type { Kernel } from '../kernel.ts';

const batchSize = 1000;

/** Accounts in which nobody is left and of which nothing is billed any longer. */
const overAccounts = `
  select a.id from account a left join subscription s on s.account_id = a.id where a.ended and s.due is null`;

/** Drafts that are hidden with their story or group, the one that was saved last of an account first. */
const hiddenDrafts = `
  select d.story_id, row_number() over (partition by d.account_id order by d.ts_updated desc, d.story_id) as place
    from story_draft d join story_group g on g.id = d.story_group_id left join story s on s.id = d.story_id
   where d.content is not null and (g.status = ${groupStatus.archived} or s.status = ${storyStatus.deleted})`;

/**
 * Conditions for expired rows, by table. Kept are jobs that the queue does not have yet, and each user's latest
 * session, which says when they last signed in.
 */
const expired = [
  ['idempotency', `created_at < now() - interval '24 hours'`],
  [
    'rate_count',
    `window_start < now() - case when scope like '%_day' then interval '1 day' else interval '1 hour' end`,
  ],
  ['password_tries', `last_at < now() - interval '2 hours'`],
  ['known_browser', 'expires_at < now()'],
  ['sign_up_browser', 'expires_at < now()'],
  ['social_ticket', 'expires_at < now()'],
  [
    'session',
    `(expires_at < now() - interval '1 day' or ended_at < now() - interval '30 days')
     and (staff_id is not null or exists (
       select from session later
        where later.user_id = session.user_id and later.staff_id is null and later.created_at > session.created_at))`,
  ],
  ['story_presence', `seen_at < now() - interval '1 hour'`],
  ['story_take_over', `asked_at < now() - interval '1 hour'`],
  ['story_preview', 'expires_at < now()'],
  ['card_session', 'expires_at < now()'],
  ['payer', `account_id in (${overAccounts})`],
  ['invoice_payer', `account_id in (${overAccounts})`],
  ['user_totp', `not verified and created_at < now() - interval '10 minutes'`],
  ['passkey_challenge', 'expires_at < now()'],
  ['sms_code', `created_at < now() - interval '1 day'`],
  ['link_token', `expires_at < now() - interval '30 days'`],
  // A file that a draft or its snapshots name stays; `named_at` may be a day old.
  [
    'draft_media',
    `named_at < now() - interval '31 days'
     and not exists (select from story_draft d where d.story_id = draft_media.story_id and draft_media.key = any(d.media))
     and not exists (
       select from draft_snapshot s where s.story_id = draft_media.story_id and draft_media.key = any(s.media))`,
  ],
  ['story_draft', `content is null and ts_updated < now() - interval '31 days'`],
  // Nothing restores a deleted instance or app.
  [
    'story_draft',
    `exists (select from story_group g join instance i on i.id = g.instance_id
              where g.id = story_draft.story_group_id and i.deleted)`,
  ],
  // Deleted stories and groups can be restored for good, so that their drafts are bounded by number.
  ['story_draft', `story_id in (select story_id from (${hiddenDrafts}) hidden where place > ${draftLimits.hidden})`],
  ['job_outbox', `moved_at < now() - interval '7 days'`],
] as const;

/**
 * Deletes expired rows in short transactions, so that no reader of the log is held back. Answers how many there were. A table
 * that fails is said in the log and tried again the next time, and keeps neither the others nor other work waiting.
 */
export const deleteExpired = async (
  { db: { pool }, log }: Pick<Kernel, 'db' | 'log'>,
  signal: AbortSignal,
): Promise<number> => {
  let total = 0;
  for (const [table, condition] of expired) {
    try {
      for (let deleted = batchSize; deleted === batchSize && !signal.aborted; total += deleted) {
        const { rowCount } = await pool.query(
          `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${batchSize}))`,
        );
        deleted = rowCount ?? 0;
      }
    } catch (error) {
      log.error({ err: error, table }, 'expired rows were not deleted');
    }
  }
  return total;
};
