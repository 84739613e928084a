import t from 'tap';
import { startHarness } from '#ops/testing/harness.ts';

const day = 86_400_000;
const half = 30_000;

t.test('a session ends 90 days after it began, however often it was renewed', async (t) => {
  let shift = 0;
  const h = await startHarness(t, { now: () => Date.now() + shift });
  const email = 'nora@marlow.test';
  const names = { firstname: 'Nora', lastname: 'Lindqvist', gdpr: true, name: 'Marlow' };
  await h.inject('POST', '/api/registration', { body: { ...names, email, password: 'correct horse' } });
  let link = '';
  await h.until(async () => {
    link = (await h.outbox()).find((mail) => mail.to === email)?.links[0] ?? '';
    return link !== '';
  }, 'the mail');
  const query = { token: link.slice(link.lastIndexOf('/') + 1) };
  let { refresh_token } = (await h.inject('GET', '/api/verification', { query })).json().data;

  const renew = async (at: number): Promise<number> => {
    shift = at;
    const answer = await h.inject('POST', '/api/refresh', { body: { refresh_token } });
    refresh_token = answer.json().data?.refresh_token ?? refresh_token;
    return answer.statusCode;
  };
  for (const days of [29, 58, 87]) t.equal(await renew(days * day), 200, `after ${days} days`);
  t.equal(await renew(90 * day - half), 200, 'half a minute before');
  t.equal(await renew(90 * day + half), 401, 'half a minute after');
});
