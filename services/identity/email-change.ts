import { Refusal } from '#contracts/api/errors.ts';
import type { UserState } from '#contracts/user/state.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { type LoadedStream, save } from '#kernel/commands/streams.ts';
import { claimedBy, lockClaim, releaseClaim, takeClaim } from '#kernel/db/claims.ts';
import { readPersonal, storePersonal } from '#kernel/db/personal.ts';
import { countUse, mailLimit, requireWithinLimit } from '#kernel/db/rate-limit.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import { emailKey } from '#kernel/sessions/email.ts';
import { forgetBrowsers } from '#kernel/sessions/known-browser.ts';
import { endLinks } from '#kernel/sessions/links.ts';
import { endSessionsOf } from '#kernel/sessions/tokens.ts';
import { decideUser } from './decide.ts';
import { removeFactorsSince } from './factors/since.ts';
import { voidPassword } from './passwords.ts';
import { endSignUp, isFree, isUnverifiedSignUp, takeAddress } from './take-address.ts';

/**
 * Asks for another address, in the session `session_id`: a link is mailed to it, a notice to the present one. Refuses with
 * UserExists, or TooManyRequests beyond LIMIT_MAILS of the user or of the address.
 */
export const requestEmail = async (
  trx: CommandTrx,
  user: LoadedStream<UserState>,
  email: string,
  session_id: string,
): Promise<LoadedStream<UserState>> => {
  const { kernel, context } = trx;
  const { id } = user.state;
  if (!(await isFree(trx, email))) throw new Refusal('UserExists');
  // By who asks, and by who gets it: several people together do not fill one stranger's mailbox either.
  for (const key of [id, emailKey(kernel, email)])
    requireWithinLimit(
      await countUse(trx, mailLimit(kernel.config.LIMIT_MAILS, 'confirm_email_change', key), context.now),
    );
  await endLinks(trx, id, ['confirm_email_change'], context.now);
  const to_ref = await storePersonal(trx, id, 'email', email);
  const saved = await save(trx, user, decideUser({ type: 'RequestEmailChange', to_ref, session_id }, user.state));
  const { event_id } = saved.recorded[0]!.meta;
  await enqueueEffect(trx, event_id, 'mail', { template: 'confirm_email_change', user_id: id });
  await enqueueEffect(trx, event_id, 'notice', { template: 'email_change_notice', user_id: id });
  return { ...user, ...saved };
};

const keysOf = async (
  trx: CommandTrx,
  user: UserState,
  to_ref: string,
): Promise<{ from: string; to: string; address: string }> => {
  const person = await readPersonal(trx, [user.email_ref!, to_ref]);
  const address = person(to_ref);
  return { from: emailKey(trx.kernel, person(user.email_ref)), to: emailKey(trx.kernel, address), address };
};

/** Refuses with LinkExpired when a user's address has gone to somebody else, who holds its mailbox. */
export const requireOwnEmail = async (trx: CommandTrx, { id, email_ref }: UserState): Promise<void> => {
  const person = await readPersonal(trx, email_ref === null ? [] : [email_ref]);
  const holder = await claimedBy(trx, 'email', emailKey(trx.kernel, person(email_ref)), 'share');
  if (holder !== id) throw new Refusal('LinkExpired');
};

/**
 * Makes the pending address the user's, and ends every session but the one in which it was asked for. The former address
 * is mailed a link that undoes it. A sign-up that was never verified gives way after a day. Refuses with UserExists when
 * somebody else has the address.
 */
export const confirmChange = async (trx: CommandTrx, user: LoadedStream<UserState>, to_ref: string): Promise<void> => {
  const events = decideUser({ type: 'ConfirmEmailChange', to_ref }, user.state);
  const keys = await keysOf(trx, user.state, to_ref);
  const { id } = user.state;
  if (keys.from === keys.to) {
    if ((await claimedBy(trx, 'email', keys.to)) !== id) throw new Refusal('UserExists');
  } else {
    // Whoever opened the link has shown that the address is theirs, as who signs up with it has yet to.
    await takeAddress(trx, keys.address, id);
    // The former one may have gone to somebody else.
    if ((await claimedBy(trx, 'email', keys.from)) === id) await releaseClaim(trx, 'email', keys.from);
  }
  const { recorded } = await save(trx, user, events);
  await enqueueEffect(trx, recorded[0]!.meta.event_id, 'mail', { template: 'email_changed', user_id: id });
  await endLinks(trx, id, ['confirm_sign_in'], trx.context.now);
  await endSessionsOf(trx, user.state, 'email_changed', user.state.pending_session_id);
};

/**
 * Takes an address from somebody who never showed that it is theirs, whose sign-up ends; who did keeps it, and UserExists
 * refuses.
 */
const displace = async (trx: CommandTrx, holderId: string): Promise<void> => {
  const holder = await trx.kernel.facts.user(trx, holderId);
  if (holder?.phase === 'member' && holder.verified) throw new Refusal('UserExists');
  if (isUnverifiedSignUp(holder)) return endSignUp(trx, holder);
  await endLinks(trx, holderId, ['verify_email', 'reset_password'], trx.context.now);
};

/**
 * Gives a former address back to the user, past whatever changes came after it. It was taken from them, so whoever has
 * the password, a session, a browser that is known or a factor set up since does not keep them: all end, and a link to set a new password is
 * mailed to the restored address. Refuses with LinkExpired, or UserExists when the address is somebody else's by now.
 */
export const undoChange = async (trx: CommandTrx, user: LoadedStream<UserState>, to_ref: string): Promise<void> => {
  const { id } = user.state;
  const events = decideUser({ type: 'UndoEmailChange', to_ref }, user.state);
  const keys = await keysOf(trx, user.state, to_ref);
  const holder = await lockClaim(trx, 'email', keys.to);
  if (holder !== null && holder !== id) await displace(trx, holder);
  await takeClaim(trx, 'email', keys.to, id);
  if (keys.from !== keys.to) await releaseClaim(trx, 'email', keys.from);
  const { recorded } = await save(trx, user, events);
  await removeFactorsSince(trx, id, to_ref);
  await voidPassword(trx, id);
  await forgetBrowsers(trx, id);
  await endLinks(trx, id, ['confirm_email_change', 'confirm_sign_in', 'reset_password'], trx.context.now);
  await enqueueEffect(trx, recorded[0]!.meta.event_id, 'mail', { template: 'reset_password', user_id: id });
  await endSessionsOf(trx, user.state, 'email_changed');
};
