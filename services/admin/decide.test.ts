import t from 'tap';
import { newAccount } from '#contracts/account/examples.ts';
import { type AccountState, initialAccount } from '#contracts/account/state.ts';
import { newOwner } from '#contracts/user/examples.ts';
import { initialUser, type UserState } from '#contracts/user/state.ts';
import { decideAccountAsStaff, decideUserAsStaff, requireActable } from './decide.ts';

const account = (given: Partial<AccountState> = {}): AccountState => ({ ...newAccount, ...given });
const user = (given: Partial<UserState> = {}): UserState => ({ ...newOwner, ...given });

t.test('what an account is already makes no event', async (t) => {
  const set = (premium: boolean, state: AccountState) => decideAccountAsStaff({ type: 'SetPremium', premium }, state);
  t.same(set(true, account()), [{ type: 'AccountPremiumChanged', data: { premium: true } }]);
  t.same(set(true, account({ premium: true })), []);
  t.same(set(false, account()), []);
  const features = { ivod: true as const, story_limit: 3 };
  t.same(decideAccountAsStaff({ type: 'SetFeatures', manual_features: features }, account()), [
    { type: 'AccountFeaturesChanged', data: { manual_features: features } },
  ]);
  t.same(
    decideAccountAsStaff(
      { type: 'SetFeatures', manual_features: { ...features } },
      account({ manual_features: features }),
    ),
    [],
  );
  t.throws(() => decideAccountAsStaff({ type: 'SetPremium', premium: true }, initialAccount('a')), {
    code: 'NotFound',
  });
});

t.test('verification turns around without a value, and is for members', async (t) => {
  const set = (verified: boolean | undefined, state: UserState) =>
    decideUserAsStaff({ type: 'SetVerified', verified }, state);
  t.same(set(undefined, user()), [{ type: 'UserVerificationChanged', data: { verified: true } }]);
  t.same(set(undefined, user({ verified: true })), [{ type: 'UserVerificationChanged', data: { verified: false } }]);
  t.same(set(true, user({ verified: true })), []);
  for (const phase of ['none', 'invited', 'cancelled'] as const)
    t.throws(() => set(true, user({ phase })), { code: 'NotFound' }, phase);
});

t.test('only members become staff, and only once', async (t) => {
  t.same(decideUserAsStaff({ type: 'AppointStaff' }, user({ verified: true })), [{ type: 'StaffAppointed', data: {} }]);
  t.throws(
    () => decideUserAsStaff({ type: 'AppointStaff' }, user()),
    { code: 'Invalid' },
    'whose address may not be theirs',
  );
  t.same(decideUserAsStaff({ type: 'AppointStaff' }, user({ staff: true })), []);
  t.throws(() => decideUserAsStaff({ type: 'AppointStaff' }, user({ phase: 'invited' })), { code: 'Invalid' });
  t.same(decideUserAsStaff({ type: 'DismissStaff' }, user({ staff: true })), [{ type: 'StaffDismissed', data: {} }]);
  t.same(decideUserAsStaff({ type: 'DismissStaff' }, user()), []);
  const register = { type: 'RegisterStaff', account_id: 'a', email_ref: 'r' } as const;
  t.same(decideUserAsStaff(register, initialUser('u')), [
    { type: 'StaffRegistered', data: { account_id: 'a', email_ref: 'r' } },
  ]);
  t.throws(() => decideUserAsStaff(register, user()), { code: 'UserExists' });
});

t.test('staff act as members who are not staff', async (t) => {
  t.doesNotThrow(() => requireActable(user()));
  t.throws(() => requireActable(user({ staff: true })), { code: 'PermissionDenied' });
  t.throws(() => requireActable(user({ phase: 'invited' })), { code: 'NotFound' });
});
