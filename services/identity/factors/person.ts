import { Refusal } from '#contracts/api/errors.ts';
import type { UserState } from '#contracts/user/state.ts';
import { requestWords } from '#contracts/words/requests.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandTrx, currentPrincipal } from '#kernel/commands/command-trx.ts';
import { load } from '#kernel/commands/streams.ts';
import { readPersonal } from '#kernel/db/personal.ts';
import { readFactors } from '#kernel/factors/factors.ts';

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

const fieldOf: { [type: string]: string } = { passkey: 'passkey', totp: 'totp_code' };

/**
 * The caller as the transaction finds them, where they may change their factors: whoever has a passkey or an
 * authenticator app has shown a factor in this session. A password alone opens neither; ConfirmationRequired names the
 * fields that do.
 */
export const principalWithFactor = async (
  trx: CommandTrx,
  principal: Pick<Principal, 'session_id'>,
): Promise<Principal> => {
  const now = await currentPrincipal(trx, principal);
  if (now.factor_shown) return now;
  const held = new Set((await readFactors(trx, now.user_id)).map(({ type }) => fieldOf[type]));
  const said = requestWords.confirmYourself;
  const errors = [...held].flatMap((path) => (path === undefined ? [] : [{ path, said }]));
  if (errors.length > 0) throw new Refusal('ConfirmationRequired', said, errors);
  return now;
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
