import { generate } from 'otplib';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { demoAccount } from '#kernel/http/demo-account.ts';
import type { Person } from '#ops/testing/harness.ts';
import { said, somebody, startSocial, ticketOf } from './test-social.ts';

const phone = '+12015550123';
const cookieOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  [headers['set-cookie']]
    .flat()
    .map(String)
    .find((one) => one.startsWith('storyrail-browser='))!
    .split(';', 1)[0]!;

t.test('what a sign-in by Google or LinkedIn has in common with one by password', async (t) => {
  const { h, goAs, post, signIn, whose } = await startSocial(t, { settings: { STAFF_SECOND_FACTOR: '1' } });
  const asked = async ({ user_id }: Pick<Person, 'user_id'>) =>
    (
      await h.kernel.db.pool.query(
        `select 1 from job_outbox where payload ->> 'template' = 'new_device' and payload ->> 'user_id' = $1`,
        [user_id],
      )
    ).rowCount;

  for (const name of ['google', 'linkedin'] as const)
    await t.test(`${name}: a browser that is new to somebody is told to them by mail, once`, async (t) => {
      const person = somebody();
      const nora = await h.person({ email: person.email! });
      const first = await signIn(name, person);
      t.equal(first.statusCode, 200, first.body);
      t.equal(await asked(nora), 1);
      await h.until(
        async () => (await h.outbox()).some(({ to, subject }) => to === person.email && /^New sign-in/.test(subject!)),
        'the mail',
      );
      const { body, headers } = await goAs(name, person);
      const again = await post(name, body, { cookie: `${headers.cookie}; ${cookieOf(first)}` });
      t.equal(again.statusCode, 200, again.body);
      t.equal(await asked(nora), 1, 'the same browser is known');
    });

  await t.test('a sign-up is told to nobody: there was no sign-in before', async (t) => {
    const unknown = await signIn('google', somebody());
    const profile = { app_id: 'com.harbour.shop', store_type: 'android' };
    const made = await post('google', { token: ticketOf(unknown), name: 'Harbour', gdpr: true, profile });
    t.equal(made.statusCode, 200, made.body);
    t.equal(await asked({ user_id: whose(made) }), 0);
  });

  await t.test('an account that asks everybody for a code by text asks for it behind the provider, too', async (t) => {
    const seen = new Set<string>();
    /** The code of the message that has come to a number since the last one; two of one moment have no order. */
    const texted = async (to: string): Promise<string> => {
      const fresh = async () =>
        (await h.outbox())
          .filter((one) => one.channel === 'sms' && one.to === to)
          .map((one) => (one as unknown as { code: string }).code)
          .find((code) => !seen.has(code));
      await h.until(async () => (await fresh()) !== undefined, `a text message to ${to}`);
      const code = (await fresh())!;
      seen.add(code);
      return code;
    };
    const [person, other] = [somebody(), somebody()];
    const owner = await h.person({ email: person.email! });
    const staff = await h.person({ staff: true });
    await h.kernel.db.pool.query('update session set factor_at = now() where id = $1', [staff.session_id]);
    const features = { account_id: owner.account_id, manual_features: { mfa: true } };
    await h.call(staff, 'POST', '/admin/account/features', features);
    await h.call(owner, 'POST', '/user/update_phone_number', { phone_number: phone });
    const otp_code = await texted(phone);
    await h.call(owner, 'POST', '/user/update_phone_number', { phone_number: phone, otp_code });
    await h.call(owner, 'POST', '/account/otp', { status: true });

    const sent = await signIn('google', person);
    t.same([sent.statusCode, sent.json().data, sent.json().message], [200, null, 'otp_code_sent']);
    const token = ticketOf(sent);
    const right = await texted(phone);
    const wrong = await post('google', { token, otp_code: right === '000000' ? '111111' : '000000' });
    t.match(wrong.json(), { code: 'OtpCodeNotValid', errors: [{ path: 'otp_code', tries_left: 4 }] });
    t.equal(ticketOf(wrong), token, 'what the provider said counts on');
    t.equal(whose(await post('google', { token, otp_code: right })), owner.user_id);

    const kim = await h.person({ email: other.email!, account_id: owner.account_id, permissions: {} });
    const without = await signIn('linkedin', other);
    t.same(said(without), [403, 'PhoneNumberRequired']);
    const given = { token: ticketOf(without), phone_number: '+12015550144' };
    t.equal((await post('linkedin', given)).json().message, 'otp_code_sent');
    const entered = await post('linkedin', { ...given, otp_code: await texted(given.phone_number) });
    t.equal(whose(entered), kim.user_id);
    const { factors } = (await h.inject('GET', '/api/user', { as: entered.json().data.token })).json().data;
    t.match(factors, [{ type: 'sms', label: '44' }], 'the number is theirs from then on');
  });

  await t.test('to staff the provider is a password: the admin area asks for a factor beside it', async (t) => {
    const person = somebody();
    const sam = await h.person({ email: person.email!, staff: true });
    const look = (as: string) => h.inject('GET', '/api/admin/user', { as });
    const { token: alone } = (await signIn('google', person)).json().data;
    t.same(said(await look(alone)), [403, 'SecondFactorRequired']);
    const code = (ms: number) => generate({ secret, epoch: Math.floor(ms / 1000) });
    const { secret } = await h.call(sam, 'POST', '/user/totp', {});
    await h.call(sam, 'POST', '/user/totp/verify', { totp_code: await code(Date.now() - 30_000) });
    const step = await signIn('google', person);
    t.equal(step.json().message, 'second_factor');
    const entered = await post('google', { token: ticketOf(step), totp_code: await code(Date.now()) });
    t.equal((await look(entered.json().data.token)).statusCode, 200);
  });

  await t.test('people of the demo come in on this machine alone, and are told of no device', async (t) => {
    const person = somebody();
    const ids = { account_id: demoAccount, user_id: uuidv7() };
    const demo = await h.person({ ids, email: person.email! });
    const { body, headers } = await goAs('google', person);
    const elsewhere = await h.server.inject({
      method: 'POST',
      url: '/api/google_login',
      payload: body,
      headers,
      remoteAddress: '203.0.113.77',
    });
    t.same(said(elsewhere), [403, 'PermissionDenied']);
    t.equal(whose(await signIn('google', person)), demo.user_id);
    t.equal(await asked(demo), 0);
  });
});
