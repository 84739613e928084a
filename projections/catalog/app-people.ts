import { type Permissions, roleFor } from '#contracts/api/roles.ts';
import type { AppPersonRow } from '#contracts/app/rows.ts';
import { readPersonal } from '#kernel/db/personal.ts';
import type { Db } from '#kernel/db/pool.ts';

interface Found {
  id: string;
  permissions: Permissions;
  phase: string;
  email_ref: string | null;
  firstname_ref: string | null;
  lastname_ref: string | null;
}

/** Who has a role for an app, open invitations included, each with the strongest role; the first to come first. */
export const listAppPeople = async (db: Db, accountId: string, appId: string): Promise<AppPersonRow[]> => {
  const { rows } = await db.pool.query<Found>({
    name: 'catalog-app-people',
    text: `select id, permissions, phase, email_ref, firstname_ref, lastname_ref from member
            where account_id = $1 and phase in ('member', 'invited') order by ts_registration, id`,
    values: [accountId],
  });
  const held = rows.flatMap((row) => {
    const role = roleFor(row.permissions, appId);
    return role ? [{ ...row, role }] : [];
  });
  const refs = held.flatMap((row) => [row.email_ref, row.firstname_ref, row.lastname_ref]);
  const person = await readPersonal(
    db,
    refs.filter((ref) => ref !== null),
  );
  return held.map((row) => ({
    user_id: row.id,
    email: person(row.email_ref),
    firstname: person(row.firstname_ref),
    lastname: person(row.lastname_ref),
    role: row.role,
    joined: row.phase === 'member',
  }));
};
