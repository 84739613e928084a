import t from 'tap';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';

const invite = (h: Harness, as: Person, body: unknown) => h.inject('POST', '/api/account/invite-user', { as, body });
const cancel = (h: Harness, as: Person, email: string) =>
  h.inject('POST', '/api/account/cancel-invitation', { as, body: { email } });

t.test('invitations mailed to one address are limited', async (t) => {
  const h = await startHarness(t, { settings: { LIMIT_MAILS: '2' }, now: () => 1_800_000_000_000 });
  const owner = await h.person();
  for (let tries = 0; tries < 2; tries += 1) {
    t.equal((await invite(h, owner, { emails: ['often@marlow.test'], role: 'account_owner' })).statusCode, 200);
    await cancel(h, owner, 'often@marlow.test');
  }
  t.equal((await invite(h, owner, { emails: ['often@marlow.test'], role: 'account_owner' })).statusCode, 429);
});

t.test('an account invites twenty times an hour and a hundred times a day, whatever it revokes', async (t) => {
  let now = 1_800_000_000_000;
  const h = await startHarness(t, { parts: false, settings: { LIMIT_INVITATIONS: '20' }, now: () => now });
  const owner = await h.person();
  /** Invites three and revokes them, until so many were asked for; answers how many were invited. */
  const flood = async (mails: number, mark: string) => {
    let sent = 0;
    for (let asked = 0; asked < mails; asked += 3) {
      const emails = [0, 1, 2].map((n) => `${mark}${asked + n}@victim.test`);
      const answer = await invite(h, owner, { emails, role: 'account_owner' });
      sent += answer.json().data?.changed.length ?? 0;
      for (const email of emails) await cancel(h, owner, email);
    }
    return sent;
  };
  t.equal(await flood(90, 'a'), 20);
  const refused = await invite(h, owner, { emails: ['more@victim.test'], role: 'account_owner' });
  t.equal(refused.statusCode, 429);
  t.equal(refused.headers['retry-after'], String(3600 - ((now / 1000) % 3600)));
  t.equal((await invite(h, await h.person(), { emails: ['x@victim.test'], role: 'account_owner' })).statusCode, 200);
  for (const hour of [1, 2, 3, 4]) {
    now += 3_600_000;
    t.equal(await flood(24, `h${hour}`), 20);
  }
  now += 3_600_000;
  t.equal(await flood(3, 'day'), 0, 'a hundred a day');
});
