import t from 'tap';
import { newAccount as account, accountExamples } from '#contracts/account/examples.ts';
import { initialAccount } from '#contracts/account/state.ts';
import { type AccountCommand, decideAccount } from './decide.ts';

const { test_devices } = accountExamples.deskPhoneAdded.data;

t.test('an account owner changes details, and only what differs becomes an event', async (t) => {
  const patch = { name: 'Marlow', country: 'SE', test_devices };
  t.same(decideAccount({ type: 'ChangeAccount', patch, by: 'account_owner' }, account), [
    { type: 'AccountDetailsChanged', data: { country: 'SE' } },
    { type: 'TestDevicesChanged', data: { test_devices } },
  ]);
});

t.test('an app owner changes test devices only', async (t) => {
  const devices: Extract<AccountCommand, { type: 'ChangeAccount' }> = {
    type: 'ChangeAccount',
    patch: { test_devices },
    by: 'app_owner',
  };
  t.match(decideAccount(devices, account), [{ type: 'TestDevicesChanged' }]);
  t.throws(() => decideAccount({ ...devices, patch: { ...devices.patch, name: 'Other' } }, account), {
    code: 'PermissionDenied',
  });
});

t.test('what is already so makes no event', async (t) => {
  t.same(
    decideAccount({ type: 'ChangeAccount', patch: { name: 'Marlow', test_devices: [] }, by: 'account_owner' }, account),
    [],
  );
  t.same(decideAccount({ type: 'AnswerProfile', profile: {} }, account), []);
});

t.test('profile answers replace the earlier ones', async (t) => {
  const profile = { app_id: 'com.marlow.shop' };
  t.same(decideAccount({ type: 'AnswerProfile', profile }, account), [{ type: 'ProfileAnswered', data: { profile } }]);
});

t.test('an account that does not exist is not found', async (t) => {
  t.throws(() => decideAccount({ type: 'AnswerProfile', profile: {} }, initialAccount('b')), { code: 'NotFound' });
});
