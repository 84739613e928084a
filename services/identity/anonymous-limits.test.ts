import t from 'tap';
import { startHarness } from '#ops/testing/harness.ts';

t.test('one address has thirty times the calls of one person, whoever it says it is', async (t) => {
  const h = await startHarness(t, { parts: false, settings: { LIMIT_SIGN_IN: '1' }, now: () => 1_800_000_000_000 });
  const calls: [string, (count: number) => object][] = [
    ['/api/login', (count) => ({ email: `p${count}@marlow.test`, password: 'correct horse' })],
    ['/api/forgot_password', (count) => ({ email: `p${count}@marlow.test` })],
    ['/api/user/update_password', (count) => ({ token: `${count}`.repeat(43).slice(0, 43), password: 'secret-7' })],
    ['/api/registration', (count) => ({ email: `q${count}@marlow.test` })],
  ];
  const call = (count: number, from = '127.0.0.1') => {
    const [url, body] = calls[count % calls.length]!;
    return h.server.inject({ method: 'POST', url, payload: body(count), remoteAddress: from });
  };
  for (let count = 0; count < 30; count += 1) t.not((await call(count)).statusCode, 429, `call ${count}`);
  for (let count = 30; count < 34; count += 1) {
    const refused = await call(count);
    t.equal(refused.statusCode, 429, calls[count % calls.length]![0]);
    t.equal(refused.json().code, 'TooManyRequests');
    t.equal(refused.headers['retry-after'], '60');
  }
  t.not((await call(34, '10.0.0.9')).statusCode, 429, 'another address is another count');
  const link = () => h.inject('GET', '/api/verification', { query: { token: 'x'.repeat(43) } });
  t.equal((await link()).statusCode, 429, 'links out of mails are counted with the rest');
  const goOn = () => h.inject('POST', '/api/refresh', { body: { refresh_token: 'none' } });
  for (let count = 0; count < 60; count += 1) t.not((await goOn()).statusCode, 429, `session ${count}`);
  t.equal((await goOn()).statusCode, 429, 'sessions are counted by themselves, twice as many');
});
