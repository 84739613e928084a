import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { sdkBatch } from '#contracts/sdk/protocol.ts';
import { systemContext } from '#kernel/commands/command-trx.ts';
import type { InlineProjection } from '#kernel/commands/facts.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { demoAccount, demoStaff } from '#kernel/http/demo-account.ts';
import { loadConfig } from '#kernel/platform/config.ts';
import { counterColumns } from '#projections/analytics/tables.ts';
import { removeStaff } from '#services/admin/staff.ts';
import { batchFault, isEvent, isKnownType } from '#services/ingest/parse-batch.ts';
import { countSealedViewers } from '../start/billing.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { beginningSteps } from './beginning.ts';
import { castOf, type DemoSize, dayMs, fullSize, people, shownDays } from './cast.ts';
import { beginDemo, demoIsWanted } from './demo.ts';
import { historySteps, lastStep } from './history.ts';
import { storePicture } from './media.ts';
import { newsMs } from './read-marks.ts';
import { expectDemo, startDemo } from './start.ts';
import { assertDesigns } from './test-designs.ts';
import { assertNews } from './test-news.ts';
import { allTraffic } from './test-traffic.ts';
import { groupTimelines } from './timeline.ts';

const small: DemoSize = { every: 4, stories: 2, traffic: 0.007, height: 480 };
const noon = Math.floor(Date.now() / dayMs) * dayMs - 12 * 3_600_000;
const forever = () => new AbortController().signal;

/**
 * Everything a run leaves behind, by ids and counts; what is secret to an installation (tokens, keys, staff's id) left
 * out.
 */
const endState = async (h: Harness) => {
  const rows = async (sql: string) => (await h.kernel.db.pool.query(sql, sql.includes('$1') ? [demoAccount] : [])).rows;
  return {
    events: await rows(`select stream, version, type, ts, actor_id, correlation_id from event
                         where account_id = $1 and stream not like 'security-%' order by stream, version`),
    stories: await rows(
      'select id, story_group_id, title, status, type, media->>$$key$$ as key from story order by id',
    ),
    uploads: await rows('select key, mime_type, width, height from upload order by key'),
    batches: await rows('select count(*)::int as all, count(distinct batch_id)::int as different from telemetry_batch'),
    // Added up over the lanes, which follow from tokens of chance.
    counts: await rows(`select app_id, scope, subject_id, day::text,
                               ${counterColumns.map((name) => `sum(${name})::int as ${name}`).join(', ')}
                          from daily_count group by app_id, scope, subject_id, day order by app_id, scope, subject_id, day`),
  };
};

const counted = async (h: Harness): Promise<void> =>
  h.until(async () => {
    const { rows } = await h.kernel.analytics.pool.query<{ behind: boolean }>(
      'select exists (select from telemetry_uncounted) as behind',
    );
    return !rows[0]!.behind;
  }, 'the figures');

/** Fails the demo in the middle of its work, in the way of a killed process: whatever comes next never happens. */
const cutShort = async (t: Test, h: Harness, commands: number): Promise<void> => {
  const begun = await beginDemo(h.kernel, small, noon);
  const stopping = new AbortController();
  const { telemetry } = h.kernel;
  let left = commands;
  const count = () => {
    left -= 1;
    if (left <= 0) stopping.abort(new Error('cut short'));
  };
  const { inline } = h.kernel;
  const { append } = telemetry;
  const counted = Object.entries(inline).map(([noun, write]) => [
    noun,
    async (...given: Parameters<InlineProjection>) => {
      count();
      await write?.(...given);
    },
  ]);
  h.kernel.inline = Object.fromEntries(counted);
  telemetry.append = (record) => {
    count();
    // A killed process has sent some of its batches and heard nothing of them.
    return left < 0 ? Promise.reject(new Error('cut short')) : append.call(telemetry, record);
  };
  await t.rejects(begun!.finish(stopping.signal), 'it stops half-way');
  h.kernel.inline = inline;
  telemetry.append = append;
};

t.test('the demo', async (t) => {
  const whole = await startHarness(t);
  const began = await beginDemo(whole.kernel, small, noon);

  await t.test(
    'everybody can sign in when it has begun, with the passwords that only the owner of DATA_DIR can read',
    async (t) => {
      const lines = began!.signIns!;
      t.same(lines.map(([role]) => role).sort(), [
        'account_owner',
        'app_owner',
        'app_owner',
        'brodcaster',
        'staff',
        'story_creator',
      ]);
      for (const [role, email, password] of lines) {
        const answer = await whole.inject('POST', '/api/login', { body: { email, password } });
        t.equal(answer.statusCode, 200, `${role}: ${answer.body.slice(0, 80)}`);
        const user = await whole.inject('GET', '/api/user', { as: answer.json().data.token as string });
        if (role !== 'staff') t.same(user.json().data.roles, [role]);
        else t.equal(user.json().data.type, 2);
        if (role !== 'account_owner') continue;
        const { data } = (await whole.inject('GET', '/api/account', { as: answer.json().data.token as string })).json();
        t.match(data, { plan: 'pro', payment_status: 1, premium: 0, seats: 8, filling: false });
        t.same(data.settings.manual_features, { ivod: true, ad_settings: true });
        whole.kernel.demo.filling = true;
        const making = await whole.inject('GET', '/api/account', { as: answer.json().data.token as string });
        t.equal(making.json().data.filling, true);
        const bill = { from: Date.UTC(2020, 0, 1) / 1000, to: Date.UTC(2020, 1, 1) / 1000 };
        const count = () => countSealedViewers(whole.kernel)(data.id, bill);
        t.equal(await count(), null, 'nothing is billed of viewers that are still being made');
        whole.kernel.demo.filling = false;
        t.match(await count(), { mau: 0, marked: 0 });
      }
      const file = join(whole.config.DATA_DIR, 'demo.txt');
      t.equal((await stat(file)).mode & 0o777, 0o600);
      t.equal(await readFile(file, 'utf8'), `${lines.map((line) => line.join(' ')).join('\n')}\n`);
      t.equal(new Set(lines.map(([, , password]) => password)).size, lines.length);
      for (const [, , password] of lines) t.match(password, /^[a-z0-9]{20}$/);
    },
  );

  const traffic = allTraffic(whole.kernel, noon, small);
  const sum = await began!.finish(forever());
  await counted(whole);
  const state = await endState(whole);

  await t.test('every event it sends is accepted, and at its own moment', async (t) => {
    const events = traffic.flatMap((one) => one.batch.events);
    t.same(sum, { batches: traffic.length, events: events.length, rejected: 0 });
    t.ok(traffic.every(({ batch }) => sdkBatch.safeParse(batch).success && batchFault(batch) === null));
    t.ok(events.every((event) => isEvent(event) && isKnownType(event.type)));
    t.equal(new Set(events.map((event) => event.id)).size, events.length);
    t.ok(
      events.every((event) => event.at < noon),
      'nothing lies ahead',
    );
  });

  await t.test(
    'a group is never active after its end, so that the running system ends none amid its history',
    async (t) => {
      const { rows } = await whole.kernel.db.pool.query<{ together: boolean; ts_end: string | null }>(
        `select e.correlation_id = before.correlation_id as together, before.data->>'ts_end' as ts_end
         from event e join event before on before.stream = e.stream and before.version = e.version - 1
        where e.account_id = $1 and e.type = 'StoryGroupStatusChanged' and (e.data->>'to')::int = 4`,
        [demoAccount],
      );
      t.ok(rows.length > 0);
      t.match(
        rows,
        rows.map(() => ({ together: true, ts_end: /^\d+$/ })),
      );
    },
  );

  await t.test('the figures are those of the traffic, day by day', async (t) => {
    const expected = new Map<string, number>();
    const count = (name: string, subject: string | undefined, at: number) => {
      const key = `${name} ${subject} ${new Date(at).toISOString().slice(0, 10)}`;
      expected.set(key, (expected.get(key) ?? 0) + 1);
    };
    for (const { batch } of traffic)
      for (const { type, group_id, story_id, at } of batch.events) {
        if (type === 'story_impression')
          for (const subject of [group_id, story_id]) count('impressions', subject, Math.round(at));
        if (type === 'story_clicked')
          for (const subject of [group_id, story_id]) count('clicks', subject, Math.round(at));
        if (type === 'group_opened') count('opens', group_id, at);
      }
    const found = new Map<string, number>();
    for (const row of state.counts)
      if (row.scope === 'group' || row.scope === 'story')
        for (const name of ['impressions', 'clicks', 'opens'])
          if (row[name] > 0) found.set(`${name} ${row.subject_id} ${row.day}`, row[name]);
    t.ok(expected.size > 100, `${expected.size} figures`);
    t.same(found, expected);
    t.equal(new Set(state.counts.map((row) => row.day)).size, shownDays + 1, 'on all of the shown days');
  });

  await t.test('stories are designed, in words in their history, and answered by who saw them', (t) =>
    assertDesigns(t, whole, traffic),
  );

  await t.test('whoever signs in first finds the news of some days unread, and the older ones read', (t) =>
    assertNews(t, whole, began!.signIns!, noon - newsMs),
  );

  await t.test('its pictures are uploads like all others', async (t) => {
    const pictures = state.uploads.filter((one) => one.width === 270 && one.height === 480);
    t.ok(pictures.length >= 15, `${pictures.length}`);
    for (const { key } of state.uploads)
      if ((await stat(whole.kernel.files.path(key))).size < 5000) t.fail(`${key} is nearly empty`);
    t.same(
      state.stories.filter(({ key }) => !state.uploads.some((one) => one.key === key)),
      [],
    );
  });

  await t.test('the apps and what SDKs get of them are there', async (t) => {
    await whole.caughtUp();
    const { rows } = await whole.kernel.db.pool.query<{ token: string }>('select token from instance where is_default');
    t.equal(rows.length, 3);
    for (const { token } of rows) {
      const answer = await whole.inject('GET', `/sdk/v1/${token}/stories?app_version=9.9.9`);
      t.ok(answer.json().data.groups.length > 0);
    }
  });

  await t.test(
    'the dashboard opens on the app that has labels, a test, and groups that were and are to be approved',
    async (t) => {
      const { email } = people.owner;
      const [, , password] = began!.signIns!.find(([, address]) => address === email)!;
      const owner = (await whole.inject('POST', '/api/login', { body: { email, password } })).json().data
        .token as string;
      const { data } = (await whole.inject('GET', '/api/app/n/list', { as: owner })).json();
      const titles = data.map(({ title }: { title: string }) => title);
      t.same(titles, ['Nordvik', 'The Meridian', 'Skylark Isles']);
      const { groups } = castOf(whole.kernel, noon, fullSize).apps.find(({ title }) => title === 'Nordvik')!;
      t.ok(groups.some(({ labels }) => labels));
      const missing = ['test', 'approved', 'waits'].filter((fate) => groups.every((group) => group.fate !== fate));
      t.same(missing, []);
    },
  );

  await t.test('a second start does nothing', async (t) => {
    const again = await beginDemo(whole.kernel, small, noon + 3 * dayMs);
    t.equal(again!.signIns, null, 'passwords are told once');
    t.same(await again!.finish(forever()), { batches: 0, events: 0, rejected: 0 });
    await counted(whole);
    t.same(await endState(whole), state);
  });

  await t.test(
    'stopped half-way, first in the history and then in the traffic, it carries on to the same end',
    async (t) => {
      const h = await startHarness(t);
      await cutShort(t, h, 20);
      await cutShort(t, h, 150);
      await (await beginDemo(h.kernel, small, noon))!.finish(forever());
      await counted(h);
      t.same(await endState(h), state);
    },
  );
});

t.test('a demo that was stopped half-way', async (t) => {
  const h = await startHarness(t, { parts: false });
  const staff = async () => {
    const { rows } = await h.kernel.db.pool.query('select id, staff from member where staff');
    return rows.length;
  };

  await t.test('before it is whole, and after it was stopped, nothing of it is billed', async (t) => {
    expectDemo(h.kernel);
    t.equal(h.kernel.demo.filling, true);
    const demo = await startDemo(h.kernel);
    t.not(demo.text, '', 'it has begun');
    await demo.stop();
    t.equal(h.kernel.demo.filling, true);
  });

  await t.test('a picture of a story is as large as a story', async (t) => {
    const picture = await storePicture(h.kernel, castOf(h.kernel, noon, fullSize), 'shop/clearance-rail-1', 'jpeg');
    t.match(picture, { width: 1080, height: 1920 });
  });

  await t.test(
    'a member of staff whom the operator has dismissed does not come back with the next start',
    async (t) => {
      t.equal(await staff(), 1);
      await runCommand(h.kernel, systemContext(h.kernel.now()), async (trx) => ({
        status: 200,
        data: await removeStaff(trx, demoStaff(h.kernel.secrets)),
      }));
      t.equal(await staff(), 0);
      await beginDemo(h.kernel, small, noon + dayMs);
      t.equal(await staff(), 0);
    },
  );
});

t.test('the demo is never made beside accounts of others', async (t) => {
  const h = await startHarness(t, { parts: false });
  await h.person();
  t.equal(await beginDemo(h.kernel, small, noon), null);
  t.equal((await h.kernel.db.pool.query('select from event where account_id = $1', [demoAccount])).rowCount, 0);
});

t.test('the demo is off when DEMO says so, in production, and where others can reach it', async (t) => {
  const wanted = (env: Record<string, string>) => demoIsWanted(loadConfig(env));
  t.equal(wanted({}), true);
  t.equal(wanted({ DEMO: '1', PUBLIC_URL: 'http://localhost:4000' }), true);
  t.equal(wanted({ DEMO: '0' }), false);
  const elsewhere: Record<string, string>[] = [
    { HOST: '0.0.0.0' },
    { PUBLIC_URL: 'https://stories.example' },
    { TRUST_PROXY: '127.0.0.1' },
    { NODE_ENV: 'production', PUBLIC_URL: 'https://localhost' },
  ];
  for (const env of elsewhere) {
    t.equal(wanted(env), false, JSON.stringify(env));
    t.throws(() => wanted({ ...env, DEMO: '1' }), { message: /DEMO=1: the demo account only works on this machine/ });
  }
});

const kernel = { secrets: { keyed: () => 'ab'.repeat(32) } } as unknown as Harness['kernel'];

t.test('its people work between 9 and 18 where their account is, whenever it is started', async (t) => {
  const hourOf = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Stockholm', hour: '2-digit', hourCycle: 'h23' });
  for (const start of [
    '2026-11-20T13:20:00Z',
    '2026-11-21T00:01:00Z',
    '2026-11-21T23:59:00Z',
    '2026-07-04T04:00:00Z',
  ]) {
    const cast = castOf({ secrets: kernel.secrets }, Date.parse(start), fullSize);
    const groups = groupTimelines(cast, fullSize.stories);
    const steps = [...beginningSteps(cast), ...historySteps(cast, groups), lastStep(cast)];
    const late = steps.filter(({ at }) => Number(hourOf.format(at)) < 9 || Number(hourOf.format(at)) >= 18);
    t.same(
      late.map(({ key, at }) => `${key} at ${new Date(at).toISOString()}`),
      [],
      `begun at ${start}`,
    );
    t.ok(steps.length > 380, `${steps.length} changes`);
    t.ok(
      steps.every(({ at }) => at <= cast.start),
      'and nothing lies ahead',
    );
    const inOrder = ({ off, at }: { at: number; off: { at: number; until: number } | null }) =>
      off === null || (at < off.at && off.at < off.until);
    t.ok(groups.flatMap(({ stories }) => stories).every(inOrder), 'a story is made, then switched off, then on again');
  }
});
