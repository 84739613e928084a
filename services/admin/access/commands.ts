import type { z } from 'zod';
import type { userAccessAnswer } from '#contracts/admin/access.ts';
import type { UserState } from '#contracts/user/state.ts';
import { factorWords } from '#contracts/words/factors.en.ts';
import { staffWords } from '#contracts/words/staff.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandAnswer, type CommandTrx, withContext } from '#kernel/commands/command-trx.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { storePersonal } from '#kernel/db/personal.ts';
import { deleteFactors, setLinkNeeded } from '#kernel/factors/factors.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import { endLinks } from '#kernel/sessions/links.ts';
import { endSessionsOf } from '#kernel/sessions/tokens.ts';
import { currentStaff } from '../current-staff.ts';
import { type AccessCommand, decideAccess } from './decide.ts';

type Changed = CommandAnswer<z.infer<typeof userAccessAnswer>>;

const change = async (
  trx: CommandTrx,
  principal: Principal,
  type: AccessCommand['type'],
  { user_id, reason }: { user_id: string; reason: string },
) => {
  await currentStaff(trx, principal);
  const user = await load<UserState>(trx, `user-${user_id}`);
  const inAccount = withContext(trx, { account_id: user.state.account_id });
  const reason_ref = await storePersonal(trx, user_id, 'reason', reason);
  const saved = await save(inAccount, user, decideAccess({ type, reason_ref }, user.state));
  if (type !== 'Enable') await endLinks(trx, user_id, ['confirm_email_change'], trx.context.now);
  return { inAccount, state: saved.state, version: saved.version, eventId: saved.recorded[0]!.meta.event_id };
};

/** What somebody does to a user's access, and why. */
export type UserAccess = { user_id: string; reason: string };

/**
 * Takes every second factor of a user away and ends all their sessions; the next sign-in needs a mailed link. The person and
 * the owners of the account are told.
 */
export const resetFactors = async (trx: CommandTrx, principal: Principal, given: UserAccess): Promise<Changed> => {
  const { user_id } = given;
  await currentStaff(trx, principal);
  // Before anything else: whoever is about to sign in with a factor holds this row until they have.
  await setLinkNeeded(trx, user_id, true);
  await deleteFactors(trx, user_id);
  const { inAccount, state, version, eventId } = await change(trx, principal, 'ResetFactors', given);
  await enqueueEffect(trx, eventId, 'factor_notice', { user_id });
  await endSessionsOf(inAccount, state, 'factors_reset');
  return { status: 200, data: { user_id, version }, message: factorWords.staffReset };
};

/** Signs a user out everywhere. */
export const signOutUser = async (trx: CommandTrx, principal: Principal, given: UserAccess): Promise<Changed> => {
  const { inAccount, state, version } = await change(trx, principal, 'EndSessions', given);
  await endSessionsOf(inAccount, state, 'ended_by_staff');
  return { status: 200, data: { user_id: given.user_id, version }, message: staffWords.sessionsEnded };
};

/** Signs a user out everywhere, and lets nobody sign in as them until they are enabled; they are told by mail. */
export const disableUser = async (trx: CommandTrx, principal: Principal, given: UserAccess): Promise<Changed> => {
  const { user_id } = given;
  const { inAccount, state, version, eventId } = await change(trx, principal, 'Disable', given);
  await enqueueEffect(trx, eventId, 'notice', { template: 'user_disabled', user_id });
  await endSessionsOf(inAccount, state, 'disabled');
  return { status: 200, data: { user_id, version }, message: staffWords.userDisabled };
};

/** Lets a disabled user sign in again; they are told by mail. */
export const enableUser = async (trx: CommandTrx, principal: Principal, given: UserAccess): Promise<Changed> => {
  const { user_id } = given;
  const { inAccount, state, version, eventId } = await change(trx, principal, 'Enable', given);
  await enqueueEffect(trx, eventId, 'notice', { template: 'user_enabled', user_id });
  // One may have started while they were being disabled: it would wake up now.
  await endSessionsOf(inAccount, state, 'disabled');
  return { status: 200, data: { user_id, version }, message: staffWords.userEnabled };
};
