import type pg from 'pg';
import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { isOwnAct, mayRead } from '#contracts/notification/audience.ts';
import { noticeOf } from '#contracts/notification/facts.ts';
import { type NotificationTypeName, notificationDays, updatedAtMostEvery } from '#contracts/notification/types.ts';
import { streamNoun } from '#contracts/stream-name.ts';
import { type EpochMs, toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { UserState } from '#contracts/user/state.ts';
import type { Trx } from '#kernel/db/transaction.ts';
import { type Projection, perTransaction } from '../projection.ts';
import { keepMember, membersOf } from './members.ts';
import { keepRelease } from './releases.ts';

/** A row of `notification`. */
interface Draft {
  user_id: string;
  id: string;
  account_id: string;
  ts: UnixSeconds;
  type: NotificationTypeName;
  actor_type: string;
  actor_id: string | null;
  subject_id: string;
  app_id: string | null;
  creator_id: string | null;
  facts: object;
  /** The same for all events of one request. */
  correlation_id: string;
}

const drafts = perTransaction<Draft[]>(() => []);

const draftsOf = async (trx: Trx, event: Recorded<StoryrailEvent>, after: unknown): Promise<Draft[]> => {
  const notice = noticeOf(event, after);
  if (!notice) return [];
  const { meta } = event;
  const members = await membersOf(trx, notice.account_id);
  const facts =
    notice.type === 'invitation_accepted'
      ? { ...notice.facts, inviter_id: members.get(notice.subject_id)?.inviter_id ?? null }
      : notice.facts;
  return [...members.values()]
    .filter((member) => !isOwnAct(meta.actor, member.user_id) && member.user_id !== notice.subject_id)
    .filter((member) => !member.muted.includes(notice.type) && mayRead(member, notice))
    .map(({ user_id }) => ({
      ...notice,
      facts,
      user_id,
      id: meta.event_id,
      ts: toSeconds(meta.ts),
      actor_type: meta.actor.type,
      actor_id: meta.actor.id,
      correlation_id: meta.correlation_id,
    }));
};

const isOfHour = ({ type }: Draft): boolean => type === 'story_group_created' || type === 'story_group_updated';
const keyOf = ({ user_id, subject_id }: Pick<Draft, 'user_id' | 'subject_id'>): string => `${user_id} ${subject_id}`;

/** When people were last told that groups were created or changed, by person and group. */
const readLastTold = async (trx: Trx, given: readonly Draft[]): Promise<Map<string, UnixSeconds>> => {
  const groups = [...new Set(given.map((one) => one.subject_id))];
  if (groups.length === 0) return new Map();
  const { rows } = await trx.client.query<Pick<Draft, 'user_id' | 'subject_id' | 'ts'>>(
    `select user_id, subject_id, max(ts) as ts from notification
      where subject_id = any($1::uuid[]) and ts > $2 and type in ('story_group_created', 'story_group_updated')
      group by user_id, subject_id`,
    [groups, Math.min(...given.map((one) => one.ts)) - updatedAtMostEvery],
  );
  return new Map(rows.map((row) => [keyOf(row), Number(row.ts) as UnixSeconds]));
};

/** Leaves out changes of a group that somebody was told of within the hour before. */
const atMostHourly = async (trx: Trx, given: readonly Draft[]): Promise<Draft[]> => {
  const told = await readLastTold(trx, given.filter(isOfHour));
  return given.filter((draft) => {
    if (!isOfHour(draft)) return true;
    const last = told.get(keyOf(draft));
    if (draft.type === 'story_group_updated' && last !== undefined && draft.ts - last < updatedAtMostEvery)
      return false;
    told.set(keyOf(draft), draft.ts);
    return true;
  });
};

const requestOf = ({ user_id, subject_id, correlation_id }: Draft): string =>
  `${user_id} ${subject_id} ${correlation_id}`;

/**
 * Drops “changed” of a group that the same request deleted or submitted for approval, also where it is written already:
 * the log may be cut between the two.
 */
const onceARequest = async (trx: Trx, given: readonly Draft[]): Promise<readonly Draft[]> => {
  const telling = given.filter(({ type }) => type === 'story_group_deleted' || type === 'story_group_waiting');
  if (telling.length === 0) return given;
  await trx.client.query(
    `delete from notification using jsonb_to_recordset($1) as request (user_id uuid, subject_id uuid, correlation_id uuid)
      where notification.type = 'story_group_updated' and notification.user_id = request.user_id
        and notification.subject_id = request.subject_id and notification.correlation_id = request.correlation_id`,
    [
      JSON.stringify(
        telling.map(({ user_id, subject_id, correlation_id }) => ({ user_id, subject_id, correlation_id })),
      ),
    ],
  );
  const told = new Set(telling.map(requestOf));
  return given.filter((draft) => draft.type !== 'story_group_updated' || !told.has(requestOf(draft)));
};

/** Rows that one statement writes or deletes, and with which a write begins. */
const atOnce = 1000;

const write = async (trx: Trx): Promise<void> => {
  const kept = drafts(trx);
  const rows = await atMostHourly(trx, await onceARequest(trx, kept.splice(0)));
  for (let from = 0; from < rows.length; from += atOnce)
    await trx.client.query(
      'insert into notification select * from jsonb_populate_recordset(null::notification, $1) on conflict do nothing',
      [JSON.stringify(rows.slice(from, from + atOnce))],
    );
};

/** Deletes rows that are older than notifications are kept, some at a time so that no reader of the log is held back. */
const deleteOld = async (on: Pick<pg.Pool, 'query'>, table: string, now: EpochMs): Promise<void> => {
  const oldest = toSeconds(now) - notificationDays * 86_400;
  for (let deleted = atOnce; deleted === atOnce; ) {
    const { rowCount } = await on.query(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where ts < $1 limit ${atOnce}))`,
      [oldest],
    );
    deleted = rowCount ?? 0;
  }
};

/**
 * What everybody is told of: a row per person who may know of an event, by their rights at its place in the log, and did
 * not cause it. What they read is kept beside it, so that a rebuild changes nothing for them.
 */
export const notificationsProjection: Projection = {
  name: 'notifications',
  tables: new URL('./tables.sql', import.meta.url),
  // Rows follow from the rights at their place in the log.
  chained: true,
  async apply(trx, event, change) {
    if (streamNoun(event.meta.stream) === 'user')
      await keepMember(trx, event, change.before() as UserState, change.after() as UserState);
    await keepRelease(trx, event);
    drafts(trx).push(...(await draftsOf(trx, event, change.after())));
    if (drafts(trx).length >= atOnce) await write(trx);
  },
  flush: write,
  prune: (on, schema, now) => deleteOld(on, `${schema}.notification`, now),
  /** Forgets marks of what is gone. */
  hourly: ({ db, now }) => deleteOld(db.pool, 'notification_read', now()),
};
