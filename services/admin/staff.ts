import { v7 as uuidv7 } from 'uuid';
import type { AccountState } from '#contracts/account/state.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { readValue } from '#contracts/api/faults.ts';
import { email as emailSchema } from '#contracts/user/commands.ts';
import type { UserState } from '#contracts/user/state.ts';
import { type CommandTrx, withContext } from '#kernel/commands/command-trx.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { claim, claimedBy } from '#kernel/db/claims.ts';
import { storePersonal } from '#kernel/db/personal.ts';
import { claimReferralToken } from '#kernel/db/referral-token.ts';
import { InvalidRequest } from '#kernel/http/error-answer.ts';
import { emailKey, holderOf } from '#kernel/sessions/email.ts';
import { decideUserAsStaff, openStaffAccount } from './decide.ts';

/** What became of an address: a new person of staff, a user who now is staff, or nothing because they are already. */
export interface Appointment {
  user_id: string;
  account_id: string;
  email_ref: string;
  outcome: 'registered' | 'appointed' | 'unchanged';
}

/** The account of those who are staff and nothing else; made when it is needed first. */
export const staffAccount = async (trx: CommandTrx): Promise<string> => {
  const made = uuidv7();
  if (!(await claim(trx, 'staff_account', 'staff', made))) return (await claimedBy(trx, 'staff_account', 'staff'))!;
  const account = await load<AccountState>(trx, `account-${made}`);
  const token = await claimReferralToken(trx, made);
  await save(withContext(trx, { account_id: made }), account, openStaffAccount(trx.context.now, token));
  return made;
};

const appoint = async (trx: CommandTrx, userId: string): Promise<Appointment> => {
  const user = await load<UserState>(trx, `user-${userId}`);
  const { account_id, email_ref } = user.state;
  const events = decideUserAsStaff({ type: 'AppointStaff' }, user.state);
  await save(withContext(trx, { account_id }), user, events);
  trx.afterCommit(() => trx.kernel.notifier.notify('access'));
  return { user_id: userId, account_id, email_ref: email_ref!, outcome: events.length ? 'appointed' : 'unchanged' };
};

const register = async (trx: CommandTrx, email: string): Promise<Appointment> => {
  const userId = uuidv7();
  if (!(await claim(trx, 'email', emailKey(trx.kernel, email), userId))) throw new Refusal('Conflict');
  const account_id = await staffAccount(trx);
  const email_ref = await storePersonal(trx, userId, 'email', email);
  const user = await load<UserState>(trx, `user-${userId}`);
  const events = decideUserAsStaff({ type: 'RegisterStaff', account_id, email_ref }, user.state);
  await save(withContext(trx, { account_id }), user, events);
  return { user_id: userId, account_id, email_ref, outcome: 'registered' };
};

/** Makes whoever holds an address staff, or a new person when nobody does. Refuses what is no address. */
export const addStaff = async (trx: CommandTrx, given: string): Promise<Appointment> => {
  const parsed = readValue(emailSchema, given);
  if (!parsed.success) throw new InvalidRequest(parsed.error.issues);
  const holder = await holderOf(trx, trx.kernel, parsed.data);
  return holder === null ? register(trx, parsed.data) : appoint(trx, holder);
};

/** Ends that somebody is staff, at once and everywhere; false when they were not. */
export const removeStaff = async (trx: CommandTrx, email: string): Promise<boolean> => {
  const holder = await holderOf(trx, trx.kernel, email);
  if (holder === null) return false;
  const user = await load<UserState>(trx, `user-${holder}`);
  const events = decideUserAsStaff({ type: 'DismissStaff' }, user.state);
  await save(withContext(trx, { account_id: user.state.account_id }), user, events);
  trx.afterCommit(() => trx.kernel.notifier.notify('access'));
  return events.length > 0;
};
