import fc from 'fast-check';
import t from 'tap';
import { email } from '#contracts/user/commands.ts';
import { exampleRefs, invitedUser as invited, newOwner as member } from '#contracts/user/examples.ts';
import { initialUser, type UserState } from '#contracts/user/state.ts';
import { normalizeEmail } from '#kernel/db/personal.ts';
import { decideUser, openAccount } from './decide.ts';

const { email_ref, firstname_ref, lastname_ref } = exampleRefs;
const refs = { email_ref, firstname_ref, lastname_ref };
const verified: UserState = { ...member, verified: true };

t.test('a new account starts with 14 days of trial and UTC', async (t) => {
  const body = {
    email: 'a@b.test',
    password: 'secret',
    firstname: 'Nora',
    lastname: 'Lindqvist',
    gdpr: true,
    name: 'Marlow',
  } as const;
  const [event] = openAccount(body, 1_000_000_999, 'H4QZT9');
  t.match(event, {
    type: 'AccountCreated',
    data: { name: 'Marlow', time_zone: 'UTC', trial_ends: 1_000_000 + 14 * 86_400, profile: {} },
  });
});

t.test('who signs up owns the account, once', async (t) => {
  const command = { type: 'Register', account_id: 'a', ...refs } as const;
  t.same(decideUser(command, initialUser('u')), [
    { type: 'UserRegistered', data: { account_id: 'a', ...refs, gdpr: true, permissions: { account_owner: [] } } },
  ]);
  t.throws(() => decideUser(command, member), { code: 'UserExists' });
});

t.test('an e-mail is verified once, and only by a link to the present address', async (t) => {
  const command = { type: 'VerifyEmail', email_ref } as const;
  t.match(decideUser(command, member), [{ type: 'UserEmailVerified' }]);
  t.same(decideUser(command, verified), []);
  t.throws(() => decideUser({ ...command, email_ref: 'e0' }, member), { code: 'LinkExpired' });
  t.throws(() => decideUser(command, invited), { code: 'LinkExpired' });
});

t.test('only the latest pending e-mail can be confirmed', async (t) => {
  t.match(decideUser({ type: 'RequestEmailChange', to_ref: 'e2', session_id: 's1' }, verified), [
    { data: { to_ref: 'e2' } },
  ]);
  const pending = { ...verified, pending_email_ref: 'e3' };
  t.throws(() => decideUser({ type: 'ConfirmEmailChange', to_ref: 'e2' }, pending), { code: 'LinkExpired' });
  t.same(decideUser({ type: 'ConfirmEmailChange', to_ref: 'e3' }, pending), [
    { type: 'UserEmailChanged', data: { from_ref: email_ref, to_ref: 'e3' } },
  ]);
});

t.test('what the person disconnected is connected by them alone, and left unless it is the only way in', async (t) => {
  const link = { type: 'LinkSocial', provider: 'google' } as const;
  const linked = [{ type: 'UserSocialLinked', data: { provider: 'google' } }];
  const left: UserState = { ...verified, social: [], social_left: { google: email_ref } };
  t.same(decideUser({ ...link, by: 'email' }, verified), linked);
  t.throws(() => decideUser({ ...link, by: 'email' }, left), { code: 'SocialLoginFailed' });
  t.same(decideUser({ ...link, by: 'person' }, left), linked);
  t.match(decideUser({ ...link, provider: 'linkedin', by: 'email' }, left), [{ data: { provider: 'linkedin' } }]);
  const unlink = { type: 'UnlinkSocial', provider: 'google', has_password: false } as const;
  const only: UserState = { ...verified, social: ['google'] };
  t.throws(() => decideUser(unlink, only), { code: 'LastSignIn' });
  t.same(decideUser({ ...unlink, has_password: true }, only), [
    { type: 'UserSocialUnlinked', data: { provider: 'google', own: true } },
  ]);
});

t.test('a password reset also verifies the e-mail', async (t) => {
  const command = { type: 'ResetPassword', email_ref } as const;
  t.match(decideUser(command, member), [{ type: 'UserPasswordChanged' }, { type: 'UserEmailVerified' }]);
  t.match(decideUser(command, verified), [{ type: 'UserPasswordChanged' }]);
  t.throws(() => decideUser({ ...command, email_ref: 'e0' }, verified), { code: 'LinkExpired' });
});

t.test('an invitation is accepted only while it is open', async (t) => {
  const command = { type: 'AcceptInvitation', ...refs } as const;
  t.match(decideUser(command, invited), [{ type: 'InvitationAccepted', data: { firstname_ref } }]);
  for (const phase of ['none', 'member', 'cancelled'] as const)
    t.throws(() => decideUser(command, { ...invited, phase }), { code: 'LinkExpired' }, phase);
});

t.test('an invitation is taken up only while it is open, and only by its address', async (t) => {
  const command = { type: 'TakeUpInvitation', email_ref, user_id: 'u' } as const;
  t.same(decideUser(command, invited), [{ type: 'InvitationTakenUp', data: { user_id: 'u' } }]);
  t.throws(() => decideUser({ ...command, email_ref: 'e0' }, invited), { code: 'LinkExpired' });
  for (const phase of ['none', 'member', 'cancelled', 'ended'] as const)
    t.throws(() => decideUser(command, { ...invited, phase }), { code: 'LinkExpired' }, phase);
});

t.test('only a sign-up that is not verified gives way', async (t) => {
  t.same(decideUser({ type: 'ExpireRegistration' }, member), [{ type: 'RegistrationExpired', data: {} }]);
  t.throws(() => decideUser({ type: 'ExpireRegistration' }, verified), { code: 'UserExists' });
  t.throws(() => decideUser({ type: 'ExpireRegistration' }, invited), { code: 'UserExists' });
});

t.test('names that stay the same make no event', async (t) => {
  t.same(decideUser({ type: 'ChangeName', changes: [] }, member), []);
  const changes = [{ field: 'lastname', from_ref: lastname_ref, to_ref: 'l2' }];
  t.same(decideUser({ type: 'ChangeName', changes }, member), [{ type: 'UserNameChanged', data: { changes } }]);
});

t.test('who is disabled, or no member, has no address changed', async (t) => {
  const asking: UserState = { ...verified, pending_email_ref: refs.lastname_ref };
  const confirm = { type: 'ConfirmEmailChange', to_ref: refs.lastname_ref } as const;
  t.equal(decideUser(confirm, asking)[0]?.type, 'UserEmailChanged');
  t.throws(() => decideUser(confirm, { ...asking, disabled: true }), { code: 'UserDisabled' });
  for (const phase of ['none', 'invited', 'cancelled', 'ended'] as const) {
    const gone = { ...asking, phase };
    t.throws(() => decideUser({ type: 'RequestEmailChange', to_ref: refs.lastname_ref, session_id: 'x' }, gone));
    t.throws(() => decideUser({ type: 'ChangeName', changes: [] }, gone), { code: 'NotFound' });
    t.throws(() => decideUser({ type: 'EndOnboarding' }, gone), { code: 'NotFound' });
  }
});

t.test('an email address is compared by its whole domain', async (t) => {
  const parts = [
    'gmail',
    'com',
    'evil',
    'müller',
    '例え',
    'a',
    '1',
    '.',
    '-',
    '@',
    ':80',
    '/',
    '?',
    '#',
    '%61',
    '\\',
    '／',
  ];
  const pieces = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary', maxLength: 2 })));
  let taken = 0;
  const holds = (typed: string) => {
    const { success, data } = email.safeParse(typed);
    if (!success) return true;
    taken += 1;
    const labels = (address: string) => address.slice(address.lastIndexOf('@') + 1).split('.');
    const compared = labels(normalizeEmail(data));
    const written = labels(data.normalize('NFKC').toLowerCase());
    const isSame = (label: string, at: number) => !/^[ -~]+$/.test(label) || compared[at] === label;
    return compared.length === written.length && written.every(isSame);
  };
  fc.assert(
    fc.property(pieces, (given) => holds(`victim@gmail.com${given.join('')}`)),
    { numRuns: 2000 },
  );
  fc.assert(
    fc.property(pieces, (given) => holds(`victim@${given.join('')}.com`)),
    { numRuns: 2000 },
  );
  t.ok(taken > 100, `${taken} were e-mails`);
  for (const typed of ['victim@gmail.com:80', 'victim@gmail.com/x.evil.com', 'victim@gm%61il.com', 'a@b.com?c.de'])
    t.equal(email.safeParse(typed).success, false, typed);
  t.equal(normalizeEmail('Nora@Müller.DE'), 'nora@xn--mller-kva.de');
  t.equal(normalizeEmail('nora@例え.jp'), 'nora@xn--r8jz45g.jp');
});
