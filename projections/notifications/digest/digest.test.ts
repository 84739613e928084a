import t from 'tap';
import { lastSlot } from '#contracts/slot.ts';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';
import { appendAs, seedScene } from '#ops/testing/scene.ts';
import { rebuildProjection } from '../../runner/rebuild.ts';
import { notificationsProjection } from '../projection.ts';
import { askForDigests } from './due.ts';
import { sendDigest } from './send.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;

t.test("a digest is due at 8:00 in the account's time zone, every day or every Monday", async (t) => {
  const due = (digest: 'daily' | 'weekly', zone: string, now: string) =>
    new Date(lastSlot(digest, zone, at(now)) * 1000).toISOString();
  t.equal(due('daily', 'UTC', '2026-11-26T08:00:00Z'), '2026-11-26T08:00:00.000Z');
  t.equal(due('daily', 'UTC', '2026-11-26T07:59:59Z'), '2026-11-25T08:00:00.000Z');
  t.equal(due('daily', 'Europe/Stockholm', '2026-11-26T07:00:00Z'), '2026-11-26T07:00:00.000Z');
  t.equal(due('daily', 'America/Los_Angeles', '2026-11-26T15:00:00Z'), '2026-11-25T16:00:00.000Z');
  t.equal(due('daily', 'Asia/Kathmandu', '2026-11-26T02:15:00Z'), '2026-11-26T02:15:00.000Z');
  t.equal(due('weekly', 'UTC', '2026-11-26T12:00:00Z'), '2026-11-23T08:00:00.000Z', 'Thursday looks back to Monday');
  t.equal(due('weekly', 'UTC', '2026-11-23T07:00:00Z'), '2026-11-16T08:00:00.000Z', 'Monday before 8');
  t.equal(due('weekly', 'Pacific/Auckland', '2026-11-22T19:00:00Z'), '2026-11-22T19:00:00.000Z', 'there it is Monday');
  t.test('and where clocks change', async (t) => {
    t.equal(due('daily', 'Europe/Stockholm', '2026-03-29T12:00:00Z'), '2026-03-29T06:00:00.000Z');
    t.equal(due('daily', 'Europe/Stockholm', '2026-10-25T12:00:00Z'), '2026-10-25T07:00:00.000Z');
  });
});

const choose = (h: Harness, person: Person, digest: string) =>
  h.call(person, 'PATCH', '/user', { settings: { digest } });

t.test('digests come once, with what is unread, and end by one click', async (t) => {
  let now = Date.parse('2026-11-24T12:00:00Z');
  const h = await startHarness(t, { now: () => now });
  const nora = await h.person();
  const emil = await h.person({ account_id: nora.account_id, firstname: 'Emil', lastname: 'Dahl' });
  const first = await seedScene(h, emil, { title: 'Gift guide' });
  await choose(h, nora, 'daily');
  const mails = async () => (await h.outbox()).filter(({ subject }) => subject?.includes('unread'));
  const ask = async () => {
    await h.caughtUp();
    return askForDigests(h.kernel);
  };
  const goTo = (iso: string) => {
    now = Date.parse(iso);
  };

  await t.test('not at once: what was before is left to the bell', async (t) => {
    t.equal(await ask(), 0);
    t.equal(await ask(), 0);
  });

  await t.test('at 8 the next day, of what came since, once however many ask', async (t) => {
    await seedScene(h, emil, { app: first, title: 'Flash Friday' });
    goTo('2026-11-25T06:59:00Z');
    t.equal(await ask(), 0, 'a minute before');
    goTo('2026-11-25T07:02:00Z');
    await h.caughtUp();
    const asked = await Promise.all(Array.from({ length: 10 }, () => askForDigests(h.kernel)));
    t.equal(
      asked.reduce((sum, one) => sum + one),
      1,
      'ten processes at once',
    );
    await h.until(async () => (await mails()).length === 1, 'the digest');
    const [mail] = (await mails()) as [Awaited<ReturnType<typeof mails>>[number]];
    t.equal(mail.to, nora.email);
    t.equal(mail.subject, '2 unread notifications in Storyrail');
    t.match(mail.text, 'Emil Dahl created Flash Friday. Fjord · Default');
    t.match(mail.text, 'You get this email every day at 8:00 if something is unread.');
    t.match(mail.text, /Turn off this email: http:\/\/127\.0\.0\.1:4000\/digest\/end\/\S+\n/);
    t.equal(mail.links[0], 'http://127.0.0.1:4000/notifications');
  });

  await t.test('not again after a restart or a rebuild', async (t) => {
    t.equal(await ask(), 0);
    t.ok((await rebuildProjection(h.kernel, notificationsProjection)).equal);
    t.equal(await ask(), 0);
    t.equal((await mails()).length, 1);
  });

  await t.test('not where everything was read', async (t) => {
    await appendAs(h, emil, `storyGroup-${first.group_id}`, [{ type: 'StoryGroupDeleted', data: { from: 2 } }]);
    await h.caughtUp();
    await h.call(nora, 'PATCH', '/storyrail-notification/mark-dashboard-notification-as-read', { all: true });
    goTo('2026-11-26T07:02:00Z');
    t.equal(await ask(), 1);
    await h.until(async () => {
      const { rows } = await h.kernel.db.pool.query(`select from effect_ledger where effect = 'digest'`);
      return rows.length === 2;
    }, 'the job');
    t.equal((await mails()).length, 1, 'nothing is unread, nothing is sent');
  });

  await t.test('the link in it ends them without a session, and brings them back', async (t) => {
    const [, token] = /digest\/end\/(\S+)/.exec((await mails())[0]!.text)!;
    const settings = async () => (await h.inject('GET', '/api/user', { as: nora })).json().data.settings.digest;
    const ended = await h.inject('POST', '/api/digest/end', { body: { token } });
    t.same(ended.json().data, { digest: 'none', before: 'daily' });
    t.equal(await settings(), 'none');
    const started = await h.inject('POST', '/api/digest/start', { body: { token, digest: 'daily' } });
    t.same(started.json().data, { digest: 'daily', before: 'daily' });
    t.equal(await settings(), 'daily');
    const oneClick = await h.server.inject({
      method: 'POST',
      url: `/api/digest/end?token=${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    t.same([oneClick.statusCode, oneClick.json().data], [200, { digest: 'none', before: 'daily' }]);
    const asForm = await h.server.inject({
      method: 'POST',
      url: `/api/digest/end?token=${token}`,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    });
    const ofForm = [asForm.statusCode, asForm.json().data];
    t.same(
      ofForm,
      [200, { digest: 'none', before: 'daily' }],
      'again, in the other form; it is still told what it was',
    );
    t.equal(
      (await h.inject('GET', `/api/digest/end?token=${token}`)).statusCode,
      405,
      'opening an address ends nothing',
    );
    const forged = `${emil.user_id}.${token!.split('.')[1]}`;
    for (const wrong of [forged, 'x', `${token}0`, ''])
      t.ok(
        [410, 422].includes((await h.inject('POST', '/api/digest/end', { body: { token: wrong } })).statusCode),
        wrong,
      );
    await h.caughtUp();
    t.match((await h.inject('GET', '/api/audit', { as: nora })).json().data[0].sentence, 'changed their notifications');
  });

  await t.test('who turns them on again starts anew', async (t) => {
    t.equal(await ask(), 0, 'off');
    await seedScene(h, emil, { app: first, title: 'While it was off' });
    goTo('2026-11-28T12:00:00Z');
    t.equal(await ask(), 0);
    await choose(h, nora, 'weekly');
    t.equal(await ask(), 0, 'it begins with what comes next');
    await seedScene(h, emil, { app: first, title: 'Weekend' });
    goTo('2026-11-30T07:02:00Z');
    t.equal(await ask(), 1, 'Monday');
    await h.until(async () => (await mails()).length === 2, 'the weekly digest');
    t.match((await mails())[0]!.text, 'You get this email every Monday at 8:00');
    t.notMatch((await mails())[0]!.text, 'While it was off');
  });

  await t.test('another digest brings no mail at once, and nobody who left gets one', async (t) => {
    await seedScene(h, emil, { app: first, title: 'Thursday' });
    goTo('2026-12-03T15:00:00Z');
    await choose(h, nora, 'daily');
    t.equal(await ask(), 0, 'on Thursday at 16:00');
    goTo('2026-12-04T07:02:00Z');
    await h.caughtUp();
    await appendAs(h, emil, `user-${nora.user_id}`, [{ type: 'UserRemoved', data: {} }]);
    t.equal(await ask(), 0, 'she is no member');
    await sendDigest(h.kernel, nora.user_id, { user_id: nora.user_id, since: 0, until: at('2026-12-04T07:00:00Z') });
    t.equal((await mails()).length, 2);
  });
});
