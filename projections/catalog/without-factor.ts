import type { MembersWithoutFactor } from '#contracts/user/factor-rows.ts';
import { readPersonal } from '#kernel/db/personal.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { CatalogTables } from './tables.ts';

/** How many are named. */
const named = 5;

/** Who of an account has nothing yet to show beside the password: how many, and the first of them by name. */
export const findWithoutFactor = async (db: Db, accountId: string): Promise<MembersWithoutFactor> => {
  const rows = await db.query
    .withTables<CatalogTables>()
    .selectFrom('member')
    .select(['email_ref', 'firstname_ref', 'lastname_ref'])
    .where('account_id', '=', accountId)
    .where('phase', '=', 'member')
    .where(({ not, exists, or, selectFrom }) =>
      not(
        or([
          exists(selectFrom('passkey').select('passkey.id').whereRef('passkey.user_id', '=', 'member.id')),
          exists(
            selectFrom('user_phone').select('user_phone.user_id').whereRef('user_phone.user_id', '=', 'member.id'),
          ),
          exists(
            selectFrom('user_totp')
              .select('user_totp.user_id')
              .whereRef('user_totp.user_id', '=', 'member.id')
              .where('user_totp.verified', '=', true),
          ),
        ]),
      ),
    )
    .orderBy('ts_registration')
    .orderBy('id')
    .execute();
  const first = rows.slice(0, named);
  const refs = first.flatMap((row) => [row.email_ref, row.firstname_ref, row.lastname_ref]);
  const person = await readPersonal(
    db,
    refs.filter((ref) => ref !== null),
  );
  const names = first.map(
    ({ email_ref, firstname_ref, lastname_ref }) =>
      [firstname_ref, lastname_ref].map(person).filter(Boolean).join(' ') || person(email_ref),
  );
  return { count: rows.length, names };
};
