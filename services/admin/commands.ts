import type { AccountState } from '#contracts/account/state.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { entitlement } from '#contracts/api/plans.ts';
import { toSeconds } from '#contracts/time.ts';
import type { UserState } from '#contracts/user/state.ts';
import { staffWords } from '#contracts/words/staff.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandTrx, withContext } from '#kernel/commands/command-trx.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { readPersonal } from '#kernel/db/personal.ts';
import { recordSecurity } from '#kernel/sessions/security.ts';
import { startLoginAs } from '#kernel/sessions/tokens.ts';
import { currentStaff } from './current-staff.ts';
import { decideAccountAsStaff, decideUserAsStaff, requireActable, type StaffAccountCommand } from './decide.ts';

const changeAccount = async (
  trx: CommandTrx,
  principal: Principal,
  accountId: string,
  command: StaffAccountCommand,
) => {
  await currentStaff(trx, principal);
  const account = await load<AccountState>(trx, `account-${accountId}`);
  const saved = await save(
    withContext(trx, { account_id: accountId }),
    account,
    decideAccountAsStaff(command, account.state),
  );
  // Features are part of what every process remembers of a session.
  trx.afterCommit(() => trx.kernel.notifier.notify('access'));
  return saved;
};

/** Makes an account premium, or ends it. */
export const setPremium = async (trx: CommandTrx, principal: Principal, account_id: string, premium: boolean) => {
  const { state, version } = await changeAccount(trx, principal, account_id, { type: 'SetPremium', premium });
  const held = await trx.kernel.facts.account(trx, account_id, 'none');
  const { payment_status } = entitlement({ ...held!, premium: state.premium }, toSeconds(trx.context.now));
  const data = { account_id, premium: state.premium ? 1 : 0, payment_status, version } as const;
  return { status: 200, data, message: staffWords.premiumChanged };
};

/** Replaces the features that staff has switched on for an account. */
export const setFeatures = async (
  trx: CommandTrx,
  principal: Principal,
  account_id: string,
  manual_features: AccountState['manual_features'],
) => {
  const command = { type: 'SetFeatures', manual_features } as const;
  const { state, version } = await changeAccount(trx, principal, account_id, command);
  const held = state.manual_features as Record<string, true | number>;
  return {
    status: 200,
    data: { account_id, manual_features: held, version },
    message: staffWords.featuresChanged,
  };
};

/** Sets whether a user's e-mail counts as verified; without a value it becomes what it is not. */
export const setVerified = async (
  trx: CommandTrx,
  principal: Principal,
  user_id: string,
  verified: boolean | undefined,
) => {
  await currentStaff(trx, principal);
  const user = await load<UserState>(trx, `user-${user_id}`);
  const events = decideUserAsStaff({ type: 'SetVerified', verified }, user.state);
  const { state, version } = await save(withContext(trx, { account_id: user.state.account_id }), user, events);
  const data = { user_id, verified: state.verified ? 1 : 0, version } as const;
  return { status: 200, data, message: staffWords.verificationChanged };
};

/** Starts a session in which the member of staff acts as a user. */
export const loginAs = async (trx: CommandTrx, principal: Principal, userId: string) => {
  const staff = await currentStaff(trx, principal);
  const { state } = await load<UserState>(trx, `user-${userId}`);
  if (state.phase === 'none') throw new Refusal('NotFound');
  requireActable(state);
  const { account_id, email_ref } = state;
  const { session_id, ts_end } = await startLoginAs(trx, userId, staff.user_id);
  const person = await readPersonal(
    trx,
    [state.firstname_ref, state.lastname_ref, email_ref].filter((ref) => ref !== null),
  );
  const name = [state.firstname_ref, state.lastname_ref].map(person).filter(Boolean).join(' ');
  await recordSecurity(withContext(trx, { account_id, on_behalf_of: userId }), { id: userId, account_id }, [
    { type: 'LoginAsStarted', data: { user_id: userId, session_id, email_ref, ts_end } },
  ]);
  return { session_id, ts_end, user: { id: userId, account_id, name, email: person(email_ref) } };
};
