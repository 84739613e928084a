import { randomBytes } from 'node:crypto';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { GroupStatsRow, GroupTotals } from '#contracts/stats/stats.ts';
import { startJobsWith } from '#kernel/jobs/runner.ts';
import { allEffectHandlers } from '#ops/start/jobs.ts';
import { rebuildable } from '#ops/start/rebuildable.ts';
import { countAll } from '#ops/testing/figures.ts';
import { type Person, startHarness } from '#ops/testing/harness.ts';
import { appendAs, seedScene, sendBatch } from '#ops/testing/scene.ts';
import { sendReportMail } from '#projections/analytics/report-mail/send.ts';
import { askForReports } from '#services/report/due.ts';

interface ReportMail {
  to: string;
  subject?: string;
  text: string;
  html: string;
  links: string[];
  attachments: { name: string; content: string }[];
}
const count = new Intl.NumberFormat('en-US');

t.test('reports by mail', async (t) => {
  let now = Date.parse('2026-11-18T12:00:00Z');
  const h = await startHarness(t, { parts: false, now: () => now });
  const nora = await h.person({ firstname: 'Nora' });
  const { account_id } = nora;
  const first = await seedScene(h, nora, { title: '=1+1' });
  const permissions = { app_owner: [first.app_id] };
  const [emil, ivo] = [await h.person({ account_id, permissions }), await h.person({ account_id, permissions })];
  const mei = await h.person({ account_id, permissions: { story_creator: [first.app_id] } });
  const second = await seedScene(h, mei, { app: first, title: 'Gift guide' });
  const gone = await seedScene(h, nora, { app: first, title: 'Old sale' });
  await seedScene(h, nora, { app: first, title: 'Not seen yet' });
  const site = { app_id: uuidv7(), instance_id: uuidv7(), token: `t_${randomBytes(20).toString('hex')}` };
  const web = { store_type: 'web' as const, store_id: site.app_id, website_url: 'https://fjord.example', icon: null };
  const instance = { id: site.instance_id, title: 'Default', token: site.token };
  await appendAs(h, nora, `app-${site.app_id}`, [
    { type: 'AppAdded', data: { account_id, title: 'Fjord on the web', ...web, instance } },
  ]);
  const onSite = await seedScene(h, nora, { app: site, title: '@Harbour' });
  const seen = async (scene: typeof first, viewers: number, clicks: number) => {
    const about = { group_id: scene.group_id, story_id: scene.stories[0]! };
    for (let viewer = 0; viewer < viewers; viewer += 1)
      await sendBatch(
        h,
        scene.token,
        [{ type: 'story_impression', ...about }, ...(viewer < clicks ? [{ type: 'story_clicked', ...about }] : [])],
        { viewer_id: `viewer-${viewer}` },
      );
  };
  const schedule = async (as: Person, more: object): Promise<string> =>
    (await h.call(as, 'POST', '/report_schedule', { name: 'Shop', rhythm: 'weekly', app_id: [first.app_id], ...more }))
      .id;
  const reportIds = async (as: Person): Promise<string[]> =>
    (await h.inject('GET', '/api/report_schedule', { as })).json().data.map(({ id }: { id: string }) => id);
  const mails = async () => (await h.outbox()) as unknown as ReportMail[];
  const to = async (person: Person) => (await mails()).filter((mail) => mail.to === person.email);
  let dies = 0;
  const jobs = await startJobsWith(
    h.kernel,
    {
      ...allEffectHandlers,
      // A process may be killed once the mail is gone, before that is noted.
      async report(kernel, mailId, payload) {
        await sendReportMail(kernel, mailId, payload);
        if (dies > 0) {
          dies -= 1;
          throw new Error('killed');
        }
      },
    },
    { backoffMs: 1, attempts: 5, pollMs: 5 },
  );
  t.teardown(() => jobs.stop());
  const done = (mailed: number) =>
    h.until(async () => {
      const { rows } = await h.kernel.db.pool.query(
        `select count(*)::int as n from effect_ledger where effect = 'report'`,
      );
      return rows[0].n === mailed;
    }, 'the mails');
  const goTo = (iso: string) => {
    now = Date.parse(iso);
  };
  const ask = () => askForReports(h.kernel);

  const weekly = await schedule(nora, { recipients: [nora, emil, mei, ivo].map(({ user_id }) => user_id) });
  const [month, ending] = await Promise.all([
    schedule(nora, {
      name: 'Web, month by month',
      rhythm: 'monthly',
      app_id: [site.app_id],
      recipients: [nora.user_id],
    }),
    schedule(nora, { name: 'Old sale', story_group_id: [gone.group_id], recipients: [nora.user_id] }),
  ]);
  await seen(first, 4, 2);
  await seen(second, 2, 1);
  await seen(onSite, 3, 1);
  await countAll(h);
  const range = { ts_start: String(Date.parse('2026-11-16') / 1000), ts_end: String(Date.parse('2026-11-22') / 1000) };

  await t.test('they come on Monday at 8:00, once, however many ask and wherever one is killed', async (t) => {
    t.equal(await ask(), 0, 'not at once');
    await appendAs(h, ivo, `user-${ivo.user_id}`, [{ type: 'UserRemoved', data: {} }]);
    await appendAs(h, nora, `storyGroup-${gone.group_id}`, [{ type: 'StoryGroupDeleted', data: { from: 1 } }]);
    goTo('2026-11-23T07:00:30Z');
    t.equal(await ask(), 0, 'before everything of the last day is counted');
    goTo('2026-11-23T07:02:00Z');
    dies = 2;
    const asked = await Promise.all(Array.from({ length: 10 }, ask));
    t.equal(
      asked.reduce((sum, one) => sum + one),
      3,
      'ten processes at once, and nothing for a removed member',
    );
    await done(3);
    t.same([dies, (await mails()).length], [0, 3], 'those that were sent again took the place of the first');
    t.equal(await ask(), 0);
    await h.kernel.db.pool.query('delete from report_turn');
    t.equal(await ask(), 3, 'asked again after a fault,');
    await h.until(async () => {
      const { rows } = await h.kernel.db.pool.query('select from job_outbox where moved_at is null');
      return rows.length === 0;
    }, 'the queue');
    t.equal((await mails()).length, 3, 'and sent no more');
    t.same(await to(ivo), []);
  });

  await t.test('the mail and its file hold what the page shows that person', async (t) => {
    for (const person of [nora, emil, mei]) {
      const [mail] = await to(person);
      const query = { app_id: first.app_id, ...range };
      const rows: GroupStatsRow[] = (await h.inject('GET', '/api/story_group/n/stats', { as: person, query })).json()
        .data;
      const totals: GroupTotals = (
        await h.inject('GET', '/api/story_group/n/stats/totals', { as: person, query })
      ).json().data;
      const told = ({ reach, total_impression, total_click, ctr }: GroupTotals['stats']) =>
        `reach ${count.format(reach)}, impressions ${count.format(total_impression)}, clicks ${total_click}, CTR ${total_impression === 0 ? '–' : `${(ctr * 100).toFixed(1)}%`}`;
      const all = rows.length === 1 ? '1 story group' : `All ${rows.length} story groups`;
      t.match(mail!.text, `${all}: ${told(totals.stats)}\n`);
      for (const { title, stats } of rows) t.match(mail!.text, `${title}: ${told(stats)}\n`);
      t.equal(rows.length, person === mei ? 1 : 3, 'a creator sees their own group alone');
      const given = await h.inject('GET', '/api/report', {
        as: person,
        query: { ...query, report_type: 'story_groups' },
      });
      const [head, ...lines] = given.body.trimEnd().split('\r\n');
      const { name, content } = mail!.attachments[0]!;
      const [ownHead, ...own] = content.replace('\ufeff', '').trimEnd().split('\r\n');
      t.equal(name, 'story_groups_2026-11-16_2026-11-22.csv');
      t.equal(ownHead, head);
      t.same(own.slice(0, -1).sort(), lines.slice(0, -1).sort());
      t.equal(own.at(-1), lines.at(-1));
      t.match(
        own.at(-1),
        /2026-11-16 to 2026-11-22, UTC days\. Reach counts each viewer once.*Counted 2026-11-23 07:02:00 UTC/,
      );
    }
    const [mail] = await to(nora);
    t.match(mail!.text, 'Counted 2026-11-23 07:02:00 UTC.');
    t.match(mail!.text, 'Not seen yet: reach 0, impressions 0, clicks 0, CTR –', 'a group that nobody has seen yet');
    t.match(mail!.attachments[0]!.content, `"'=1+1"`, 'what starts like a formula is none');
    t.equal(mail!.subject, 'Shop: 16–22 Nov 2026');
    t.match(mail!.html, /<th [^>]*scope="row"[^>]*>&#?\w*;?=?1\+1|=1\+1/);
    t.equal(mail!.links[0], `http://127.0.0.1:4000/analytics?app=${first.app_id}&from=2026-11-16&to=2026-11-22`);
    t.match((await to(mei))[0]!.text, 'It shows only the story groups you created.');
  });

  await t.test('a report of which nothing is left has ended by itself, with the reason in the audit', async (t) => {
    t.same((await reportIds(nora)).sort(), [weekly, month].sort());
    const { rows } = await h.kernel.db.pool.query(
      'select type, actor_type, cause from event where stream = $1 order by version',
      [`report-${ending}`],
    );
    t.match(rows[1], {
      type: 'ReportEnded',
      actor_type: 'system',
      cause: { type: 'report_empty', id: ending, detail: 'everything it showed was deleted' },
    });
  });

  await t.test('the link ends them for one person by one click, and brings them back', async (t) => {
    const [, token] = /report\/end\/(\S+)/.exec((await to(emil))[0]!.text)!;
    const oneClick = () =>
      h.server.inject({
        method: 'POST',
        url: `/api/report_schedule/leave?token=${token}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    const ended = await oneClick();
    t.same([ended.statusCode, ended.json().data], [200, { name: 'Shop', rhythm: 'weekly', is_recipient: false }]);
    t.equal((await oneClick()).statusCode, 200, 'again');
    t.same(await reportIds(emil), []);
    const back = () => h.inject('POST', '/api/report_schedule/return', { body: { token } });
    t.equal((await back()).json().data.is_recipient, true);
    t.same(await reportIds(emil), [weekly]);
    t.equal((await h.inject('GET', `/api/report_schedule/leave?token=${token}`)).statusCode, 405);
    const forged = `${weekly}.${nora.user_id}.${token!.split('.')[2]}`;
    for (const wrong of [forged, `${token}0`, 'x', ''])
      t.ok(
        [410, 422].includes(
          (await h.inject('POST', '/api/report_schedule/leave', { body: { token: wrong } })).statusCode,
        ),
        wrong,
      );
    await oneClick();
    const { rows } = await h.kernel.db.pool.query(
      'select type, actor_id from event where stream = $1 order by version',
      [`report-${weekly}`],
    );
    t.same(rows.slice(1), [
      { type: 'ReportRecipientLeft', actor_id: emil.user_id },
      { type: 'ReportRecipientReturned', actor_id: emil.user_id },
      { type: 'ReportRecipientLeft', actor_id: emil.user_id },
    ]);
    await back();
  });

  await t.test('whoever may not see an app of it anymore gets none, also when it was asked for before', async (t) => {
    goTo('2026-11-30T07:02:00Z');
    await jobs.stop();
    t.equal(await ask(), 3);
    const other = { permissions: { app_owner: [site.app_id] } };
    await appendAs(h, nora, `user-${emil.user_id}`, [{ type: 'UserPermissionsChanged', data: other }]);
    const payload = (person: Person) => ({ report_id: weekly, user_id: person.user_id, period: '2026-11-30' });
    for (const person of [nora, emil, mei]) await sendReportMail(h.kernel, uuidv7(), payload(person));
    t.same([(await to(nora)).length, (await to(emil)).length, (await to(mei)).length], [2, 1, 2]);
    t.match((await to(nora))[0]!.text, '=1+1: reach 0, impressions 0, clicks 0, CTR –', 'a week without views');
  });

  await t.test('a month is its own days, and web sites have no columns that they do not count', async (t) => {
    goTo('2026-12-01T07:02:00Z');
    t.equal(await ask(), 1);
    await sendReportMail(h.kernel, uuidv7(), { report_id: month, user_id: nora.user_id, period: '2026-12-01' });
    const mail = (await to(nora)).find(({ subject }) => subject?.startsWith('Web'))!;
    t.equal(mail.subject, 'Web, month by month: 1–30 Nov 2026');
    t.match(mail.text, '@Harbour: reach 3, impressions 3, clicks 1, CTR 33.3%');
    const [head, row] = mail.attachments[0]!.content.split('\r\n');
    t.notMatch(head, /total_skipped|share_count|total_complete/);
    t.match(row, `"'@Harbour"`);
  });

  await t.test('a process that was down sends within a day, and skips what is older', async (t) => {
    goTo('2026-12-08T06:59:00Z');
    t.equal(await ask(), 2, 'almost a day late');
    goTo('2026-12-15T07:02:00Z');
    t.equal(await ask(), 0, 'more than a day late');
    goTo('2026-12-21T07:02:00Z');
    t.equal(await ask(), 2, 'the next Monday');
  });

  await t.test("emails come by the account's time zone, and a change of it sends none twice", async (t) => {
    const zone = async (time_zone: string) =>
      appendAs(h, nora, `account-${account_id}`, [{ type: 'AccountDetailsChanged', data: { time_zone } }]);
    await zone('America/Los_Angeles');
    goTo('2026-12-21T16:02:00Z');
    t.equal(await ask(), 0, 'their Monday morning was had already');
    goTo('2026-12-28T15:59:00Z');
    t.equal(await ask(), 0);
    goTo('2026-12-28T16:02:00Z');
    t.equal(await ask(), 2);
    await zone('Asia/Tokyo');
    goTo('2027-01-03T23:30:00Z');
    t.equal(await ask(), 0, 'Monday 8:30, and Sunday is not over in UTC');
    goTo('2027-01-04T00:02:00Z');
    t.equal(await ask(), 2);
  });

  await t.test('one whose only reader is disabled waits for them', async (t) => {
    const own = await schedule(mei, { name: 'Mine', recipients: [mei.user_id] });
    await appendAs(h, nora, `user-${mei.user_id}`, [{ type: 'UserDisabled', data: { reason_ref: uuidv7() } }]);
    goTo('2027-01-11T00:02:00Z');
    t.equal(await ask(), 1, 'the other report, to its other reader');
    t.ok((await reportIds(nora)).includes(own));
    await appendAs(h, nora, `user-${mei.user_id}`, [{ type: 'UserEnabled', data: { reason_ref: uuidv7() } }]);
    goTo('2027-01-18T00:02:00Z');
    t.equal(await ask(), 3, 'the next one');
    await h.inject('DELETE', '/api/report_schedule', { as: nora, query: { id: own } });
  });

  await t.test('one that everybody left ends', async (t) => {
    const end = (await to(nora))[0]!.links[1]!;
    for (const person of [nora, mei])
      await h.inject('DELETE', '/api/report_schedule/recipient', { as: person, query: { id: weekly } });
    await appendAs(h, emil, `user-${emil.user_id}`, [{ type: 'UserRemoved', data: {} }]);
    const hashes = await rebuildable.catalog!(h.kernel);
    t.same(hashes.after, hashes.before, 'a rebuild leaves it as it is');
    goTo('2027-01-25T00:02:00Z');
    t.equal(await ask(), 0);
    t.notOk((await reportIds(nora)).includes(weekly));
    const { rows } = await h.kernel.db.pool.query('select cause from event where stream = $1 order by version desc', [
      `report-${weekly}`,
    ]);
    t.match(rows[0].cause, { type: 'report_unread', detail: 'nobody in the team gets it anymore' });
    t.match(end, '/report/end/');
  });
});
