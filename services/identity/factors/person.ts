import type { UserState } from '#contracts/user/state.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { load } from '#kernel/commands/streams.ts';
import { readPersonal } from '#kernel/db/personal.ts';

/** The e-mail and the name of whoever is signed in, by which apps and devices show what they keep. */
export const readPerson = async (
  trx: CommandTrx,
  { user_id }: Pick<Principal, 'user_id'>,
): Promise<{ email: string; name: string }> => {
  const { state } = await load<UserState>(trx, `user-${user_id}`);
  const { email_ref, firstname_ref, lastname_ref } = state;
  const person = await readPersonal(
    trx,
    [email_ref, firstname_ref, lastname_ref].filter((ref) => ref !== null),
  );
  return { email: person(email_ref), name: [firstname_ref, lastname_ref].map(person).filter(Boolean).join(' ') };
};

/** Notes that a factor, which is not a text message, was shown in a session. */
export const noteFactor = async (trx: CommandTrx, sessionId: string): Promise<void> => {
  await trx.query
    .updateTable('session')
    .set({ factor_at: new Date(trx.context.now) })
    .where('id', '=', sessionId)
    .execute();
  trx.afterCommit(() => trx.kernel.notifier.notify('access'));
};
