import { deviceKindOf, devicePhrase } from '#contracts/device.ts';
import { type EpochMs, toSeconds } from '#contracts/time.ts';
import { mostSessions, type SessionRow } from '#contracts/user/sessions.ts';
import type { UserState } from '#contracts/user/state.ts';
import { readPersonal } from '#kernel/db/personal.ts';
import type { Db } from '#kernel/db/pool.ts';
import { loadStream } from '#kernel/event-store/read.ts';
import { addressPrefix } from '#kernel/http/network.ts';
import { say } from '#kernel/platform/say.ts';

interface Stored {
  id: string;
  created_at: Date;
  used_at: Date;
  staff_id: string | null;
  ip: string | null;
  user_agent: string | null;
  total: number;
}

const live = `
  select s.id, s.created_at, coalesce(s.rotated_at, s.created_at) as used_at, s.staff_id, o.ip, o.user_agent,
         count(*) over ()::int as total
    from session s left join request_origin o on o.request_id = s.request_id
   where s.user_id = $1 and s.ended_at is null and s.expires_at > $2
   order by s.id = $3 desc, used_at desc, s.id desc limit ${mostSessions}`;

/** The names of members of staff by id. */
const namesOf = async (db: Db, ids: ReadonlySet<string>): Promise<Map<string, string>> => {
  const people = await Promise.all(
    [...ids].map(async (id) => [id, (await loadStream<UserState>(db.pool, `user-${id}`)).state] as const),
  );
  const refs = people.flatMap(([, { firstname_ref, lastname_ref, email_ref }]) => [
    firstname_ref,
    lastname_ref,
    email_ref,
  ]);
  const person = await readPersonal(
    db,
    refs.filter((ref) => ref !== null),
  );
  return new Map(
    people.map(([id, { firstname_ref, lastname_ref, email_ref }]) => {
      const name = [firstname_ref, lastname_ref].map(person).filter(Boolean).join(' ');
      return [id, name || person(email_ref)];
    }),
  );
};

/**
 * The live sessions of a person, the one that asks first, then those used last; and how many there are in all. Where they
 * were begun stands beside the log, and is gone when that was erased.
 */
export const listSessions = async (
  db: Db,
  { user_id, session_id }: { user_id: string; session_id: string },
  now: EpochMs,
): Promise<{ data: SessionRow[]; total: number }> => {
  const { rows } = await db.pool.query<Stored>(live, [user_id, new Date(now), session_id]);
  const names = await namesOf(db, new Set(rows.flatMap(({ staff_id }) => staff_id ?? [])));
  const data = rows.map(
    ({ id, created_at, used_at, staff_id, ip, user_agent }): SessionRow => ({
      id,
      device: staff_id ? null : say(devicePhrase(user_agent)),
      kind: deviceKindOf(user_agent),
      address: addressPrefix(ip),
      ts_created: toSeconds(created_at.getTime()),
      ts_last_use: toSeconds(used_at.getTime()),
      current: id === session_id,
      staff_name: staff_id && (names.get(staff_id) ?? ''),
    }),
  );
  return { data, total: rows[0]?.total ?? 0 };
};
