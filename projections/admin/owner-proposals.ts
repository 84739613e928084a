import type { OwnerProposal } from '#contracts/account/owner-events.ts';
import type { OwnerProposalRow } from '#contracts/admin/owner.ts';
import { readPersonal } from '#kernel/db/personal.ts';
import type { Kernel } from '#kernel/kernel.ts';

interface Named {
  id: string;
  firstname_ref: string | null;
  lastname_ref: string | null;
  email_ref: string | null;
}

/** Proposals of owners in words, by their ids: whom, by whom of staff, and why. */
export const tellProposals = async (
  db: Kernel['db'],
  proposals: readonly OwnerProposal[],
): Promise<ReadonlyMap<string, OwnerProposalRow>> => {
  if (proposals.length === 0) return new Map();
  const { rows } = await db.pool.query<Named>(
    'select id, firstname_ref, lastname_ref, email_ref from member where id = any($1::uuid[])',
    [proposals.flatMap(({ user_id, staff_id }) => [user_id, staff_id])],
  );
  const refs = [
    ...rows.flatMap(({ firstname_ref, lastname_ref, email_ref }) => [firstname_ref, lastname_ref, email_ref]),
    ...proposals.flatMap(({ email_ref, reason_ref }) => [email_ref, reason_ref]),
  ];
  const person = await readPersonal(
    db,
    refs.filter((ref) => ref !== null),
  );
  const nameOf = (id: string): string => {
    const found = rows.find((row) => row.id === id);
    const name = [found?.firstname_ref ?? null, found?.lastname_ref ?? null].map(person).filter(Boolean).join(' ');
    return name || person(found?.email_ref ?? null);
  };
  return new Map(
    proposals.map(({ id, user_id, staff_id, invited, email_ref, reason_ref, ts_expires }) => {
      const email = person(email_ref);
      const staff = { id: staff_id, name: nameOf(staff_id) };
      const told = { id, user_id, name: nameOf(user_id) || email, email, invited, staff };
      return [id, { ...told, reason: person(reason_ref), ts_expires }];
    }),
  );
};
