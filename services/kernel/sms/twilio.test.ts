import t from 'tap';
import { loadConfig } from '#kernel/platform/config.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { startTwilio } from '#ops/testing/twilio.ts';
import { NonRetryableError } from '../platform/non-retryable-error.ts';
import { twilioSender, twilioSignature } from './twilio.ts';

const account = 'AC00000000000000000000000000000001';
const token = 'a-token';
const from = '+15005550006';
const sms = { id: 'one', to: '+12015550123', text: '123456 is your Storyrail code.', code: '123456', ts: 1 };

t.test('a message goes to Twilio, and what it refuses is tried again where that may help', async (t) => {
  const twilio = await startTwilio(t, account, token);
  const open = (more: object = {}) =>
    twilioSender({ api: twilio.url, account, token, from, callback: 'https://a.test/api/sms/status', ...more }, 200);
  t.equal(await open().send(sms), `SM${'1'.padStart(32, '0')}`);
  t.same(twilio.taken, [
    { To: sms.to, From: from, Body: sms.text, StatusCallback: 'https://a.test/api/sms/status?id=one' },
  ]);
  await open({ from: 'MG1', callback: 'http://127.0.0.1:4000/api/sms/status' }).send(sms);
  t.same(twilio.taken[1], { To: sms.to, MessagingServiceSid: 'MG1', Body: sms.text }, 'no callback to this machine');

  const failed = async (sender: ReturnType<typeof open>, message: object = sms) => {
    const error = await sender.send(message as typeof sms).then(
      () => null,
      (thrown: Error) => thrown,
    );
    t.notMatch(String(error), /2015550123/, 'no number');
    return [error?.message, error instanceof NonRetryableError];
  };
  t.same(await failed(open({ token: 'wrong' })), ['Twilio answered 401 (20003)', true]);
  t.same(await failed(open(), { ...sms, to: '12' }), ['Twilio answered 400 (21211)', true]);
  twilio.trouble('landline', 'busy', 'broken', 'silent');
  t.same(await failed(open()), ['Twilio answered 400 (21614)', true]);
  t.same(await failed(open()), ['Twilio answered 429 (20429)', false]);
  t.same(await failed(open()), ['Twilio answered 500', false]);
  t.same(await failed(open()), ["Twilio can't be reached (TimeoutError)", false]);
  t.same(await failed(open({ api: 'http://127.0.0.1:9' })), ["Twilio can't be reached (TypeError)", false]);
});

t.test('a signature is the one that Twilio documents', async (t) => {
  // The example of its security page.
  const fields = {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+12349013030',
    Digits: '1234',
    From: '+12349013030',
    To: '+18005551212',
  };
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  t.equal(twilioSignature('12345', url, fields), '0/KCTR6DLpKmkAf8muzZqo1nDgQ=');
});

t.test('what became of a message is believed with a signature alone', async (t) => {
  const settings = {
    TWILIO_ACCOUNT_SID: account,
    TWILIO_AUTH_TOKEN: token,
    TWILIO_FROM: from,
    TWILIO_API_URL: 'http://127.0.0.1:9',
    PUBLIC_URL: 'https://stories.marlow.test',
  };
  const h = await startHarness(t, { parts: false, settings });
  const nora = await h.person();
  await h.call(nora, 'POST', '/user/update_phone_number', { phone_number: '+12015550123' });
  const row = async () =>
    (await h.kernel.db.pool.query('select id, status, error_code from sms_code where user_id = $1', [nora.user_id]))
      .rows[0];
  const { id } = await row();
  const url = `/api/sms/status?id=${id}`;
  const fields = { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30003', To: '+12015550123' };
  const tell = (signature: string | undefined, sent: Record<string, string> = fields, to = url) =>
    h.server.inject({
      method: 'POST',
      url: to,
      payload: new URLSearchParams(sent).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(signature === undefined ? {} : { 'x-twilio-signature': signature }),
      },
    });
  const signed = twilioSignature(token, `https://stories.marlow.test${url}`, fields);
  for (const answer of [
    await tell(undefined),
    await tell('forged'),
    await tell(signed, { ...fields, MessageStatus: 'delivered' }),
    await tell(signed, fields, `${url}x`),
    await tell(twilioSignature('other', `https://stories.marlow.test${url}`, fields)),
  ])
    t.equal(answer.statusCode, 404);
  t.match(await row(), { status: null, error_code: null });
  t.equal((await tell(signed)).statusCode, 204);
  t.match(await row(), { status: 'undelivered', error_code: 30_003 });
  t.match(await h.kernel.metrics.registry.metrics(), /storyrail_sms_total\{outcome="undelivered"\} 1/);
});

t.test('settings of Twilio come together', (t) => {
  t.throws(() => loadConfig({ TWILIO_ACCOUNT_SID: account }), /TWILIO_AUTH_TOKEN: required/);
  t.throws(() => loadConfig({ TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: 'x', TWILIO_FROM: '12' }), /TWILIO_FROM/);
  t.throws(() => loadConfig({ SMS_COUNTRIES: 'Sweden' }), /SMS_COUNTRIES/);
  t.same(loadConfig({ SMS_COUNTRIES: 'US,SE' }).SMS_COUNTRIES, ['US', 'SE']);
  t.equal(loadConfig({}).staffFactor, false);
  t.equal(loadConfig({ STAFF_SECOND_FACTOR: '1' }).staffFactor, true);
  t.equal(loadConfig({ HOST: '0.0.0.0' }).staffFactor, true);
  t.equal(loadConfig({ PUBLIC_URL: 'https://stories.marlow.test' }).staffFactor, true);
  t.end();
});
