import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { countAll } from '#ops/testing/figures.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { publishDesign, seedScene, sendBatch } from '#ops/testing/scene.ts';
import { rebuildAnalytics } from '../../rebuild/rebuild.ts';
import { pruneSdkHealth } from './read.ts';

const noon = Date.UTC(2026, 9, 14, 12);
const minuteMs = 60_000;
const dayMs = 86_400_000;

t.test('the health of an SDK', async (t) => {
  let now = noon;
  const h = await startHarness(t, { parts: false, now: () => now });
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const { token, app_id, instance_id, group_id } = scene;
  const [story_id] = scene.stories as [string];
  await publishDesign(h, nora, scene, story_id, ['poll', 'poll-0001']);
  const { pool } = h.kernel.analytics;
  const read = async () => {
    const answer = await h.inject('GET', '/api/app/sdk_health', { as: nora, query: { app_id } });
    t.equal(answer.statusCode, 200, answer.body);
    return answer.json().data;
  };
  const fine = { type: 'bar_impression' };

  await t.test('of an app without traffic is empty, with every minute and hour in it', async (t) => {
    const health = await read();
    t.same(health.versions, []);
    t.same(health.rejected, []);
    t.equal(health.minutes.length, 60);
    t.same(health.minutes.at(-1), { ts: noon / 1000, accepted: 0, rejected: 0 });
    t.equal(health.hours.length, 24);
    t.equal(health.hours.at(-1).ts, noon / 1000);
  });

  await t.test('shows who sent when and how many, and each refused event with its reason', async (t) => {
    now = noon - 2 * dayMs;
    await sendBatch(h, token, [fine, fine], { platform: 'ios', sdk_version: '1.0.0' });
    now = noon - 90 * minuteMs;
    await sendBatch(h, token, [fine, fine, fine], { platform: 'ios', sdk_version: '1.1.0' });
    now = noon;
    const batch_id = uuidv7();
    const unknown = uuidv7();
    const secret = 'ada@example.test';
    const bad = [
      fine,
      { type: 'story_teleported' },
      { type: 'story_impression', story_id: unknown, group_id, component_id: secret, value: secret },
      { type: 'group_opened', group_id: secret, id: secret },
      { type: secret, at: 1 },
      { type: 'bar_impression', at: 1000 },
      { type: 'poll_selected', story_id, component_id: secret, value: 'A' },
      { type: 'poll_selected', story_id, component_id: 'poll-0001', value: secret },
      { type: 'poll_selected', story_id, component_id: 'poll-0009', value: 'A' },
    ];
    for (let again = 0; again < 2; again += 1)
      t.equal((await sendBatch(h, token, bad, { batch_id, platform: 'android', sdk_version: '2.0' })).statusCode, 202);
    await countAll(h);

    const health = await read();
    t.same(health.versions, [
      { platform: 'android', sdk_version: '2.0', ts_last_seen: noon / 1000, accepted: 1, rejected: 8 },
      { platform: 'ios', sdk_version: '1.1.0', ts_last_seen: (noon - 90 * minuteMs) / 1000, accepted: 3, rejected: 0 },
      { platform: 'ios', sdk_version: '1.0.0', ts_last_seen: (noon - 2 * dayMs) / 1000, accepted: 2, rejected: 0 },
    ]);
    t.same(health.minutes.at(-1), { ts: noon / 1000, accepted: 1, rejected: 8 }, 'a repetition counts nothing');
    t.equal(health.minutes.filter((one: { accepted: number }) => one.accepted > 0).length, 1);
    t.same(
      health.hours.filter((one: { accepted: number }) => one.accepted > 0).map((one: { ts: number }) => one.ts),
      [Date.UTC(2026, 9, 14, 10) / 1000, noon / 1000],
    );
    t.same(
      health.rejected.map((one: { index: number; code: string }) => [one.index, one.code]),
      [
        [1, 'UnknownType'],
        [2, 'UnknownStory'],
        [3, 'InvalidEvent'],
        [4, 'UnknownType'],
        [5, 'TimeOutOfRange'],
        [6, 'UnknownComponent'],
        [7, 'InvalidValue'],
        [8, 'UnknownComponent'],
      ],
    );
    t.match(health.rejected[0], { ts: noon / 1000, instance_id, batch_id, platform: 'android', sdk_version: '2.0' });
    t.match(health.rejected[0].event, { type: 'story_teleported', at: noon, id: /^[0-9a-f-]{36}$/ });
    t.match(health.rejected[1].event, { story_id: unknown, group_id, type: 'story_impression' });
    t.same(health.rejected[2].event, { type: 'group_opened', at: noon });
    t.match(health.rejected[4].event, { type: 'bar_impression', at: 1000 });
    t.same(Object.keys(health.rejected[5].event).sort(), ['at', 'id', 'story_id', 'type'], 'no text of its own');
    t.same(
      Object.keys(health.rejected[6].event).sort(),
      ['at', 'component_id', 'id', 'story_id', 'type'],
      'the component, but no value',
    );
    t.same(
      health.rejected.slice(6).map((one: { event: { component_id: string } }) => one.event.component_id),
      ['poll-0001', 'poll-0009'],
    );
  });

  await t.test('says whether all SDKs of the last 30 days follow conditions', async (t) => {
    const other = await seedScene(h, nora);
    const follows = async () =>
      (await h.inject('GET', '/api/app/sdk_support', { as: nora, query: { app_id: other.app_id } })).json().data;
    t.same(await follows(), { conditions: true }, 'none was seen');
    for (const [platform, sdk_version] of [
      ['web', '1.0.0'],
      ['ios', '2.10.0'],
      ['android', '2.8.0'],
      ['ios', 'nightly'],
    ] as const)
      await sendBatch(h, other.token, [fine], { platform, sdk_version });
    await countAll(h);
    t.same(await follows(), { conditions: true });
    await sendBatch(h, other.token, [fine], { platform: 'ios', sdk_version: '2.7.9' });
    await countAll(h);
    t.same(await follows(), { conditions: false });
    now = noon + 31 * dayMs;
    t.same(await follows(), { conditions: true }, 'what is longer ago does not count');
    now = noon;
  });

  await t.test('holds nothing free of a refused event, in the log neither', async (t) => {
    for (const table of ['telemetry_batch', 'sdk_rejected', 'sdk_minute']) {
      const { rows } = await pool.query(
        `select count(*)::int as n from ${table} t where t::text like '%example.test%'`,
      );
      t.equal(rows[0].n, 0, table);
    }
    const { rows } = await pool.query(
      `select payload::jsonb as p from telemetry_batch where payload like '%"refusals"%' limit 1`,
    );
    t.same(rows[0].p.rejected, [1, 2, 3, 4, 5, 6, 7, 8]);
    t.match(rows[0].p.refusals[0], { place: 1, code: 'UnknownType', type: 'story_teleported' });
  });

  await t.test('tells a few versions apart, and keeps some refused events, whatever a sender makes up', async (t) => {
    const many = await seedScene(h, nora);
    for (let index = 0; index < 30; index += 1) {
      if (index === 15) await countAll(h);
      await sendBatch(h, many.token, [fine, ...Array.from({ length: 7 }, () => ({ type: 'nothing_known' }))], {
        sdk_version: `made-up-${index}`,
      });
    }
    await countAll(h);
    const query = { app_id: many.app_id };
    const { data } = (await h.inject('GET', '/api/app/sdk_health', { as: nora, query })).json();
    t.equal(data.minutes.at(-1).accepted, 30, 'counts are exact');
    t.equal(data.minutes.at(-1).rejected, 210);
    t.equal(data.versions.length, 21);
    t.match(
      data.versions.find((one: { sdk_version: string }) => one.sdk_version === ''),
      { accepted: 10, rejected: 70 },
    );
    t.equal(data.rejected.length, 50);
    const kept = await pool.query('select count(*)::int as n from sdk_rejected where app_id = $1', [many.app_id]);
    t.equal(kept.rows[0].n, 100);
  });

  await t.test('is not counted anew by a rebuild', async (t) => {
    const before = await read();
    await rebuildAnalytics(h.kernel);
    t.same(await read(), before);
  });

  await t.test('is forgotten: minutes after eight days, refused events after a week', async (t) => {
    const rows = async () => {
      const { rows: found } = await pool.query(
        `select (select count(*) from sdk_minute)::int as minutes, (select count(*) from sdk_rejected)::int as samples`,
      );
      return found[0] as { minutes: number; samples: number };
    };
    await pool.query(
      `insert into sdk_rejected select app_id, received_at, gen_random_uuid(), batch_id, place, platform, sdk_version, code, event
         from sdk_rejected cross join generate_series(1, 50)`,
    );
    const before = await rows();
    t.ok(before.samples > 4000, 'more than one statement takes away');
    while (await pruneSdkHealth(h.kernel.analytics, noon + 6 * dayMs - minuteMs));
    t.same(await rows(), before, 'not yet');
    while (await pruneSdkHealth(h.kernel.analytics, noon + 6 * dayMs + minuteMs));
    t.same(await rows(), { minutes: before.minutes - 1, samples: before.samples }, 'what came two days ago');
    while (await pruneSdkHealth(h.kernel.analytics, noon + 7 * dayMs + minuteMs));
    t.match(await rows(), { samples: 0 });
    while (await pruneSdkHealth(h.kernel.analytics, noon + 9 * dayMs));
    t.same(await rows(), { minutes: 0, samples: 0 });
  });

  await t.test('is for those who look after the app', async (t) => {
    const status = async (as: typeof nora | null, query: Record<string, string> = { app_id }) =>
      (await h.inject('GET', '/api/app/sdk_health', { as, query })).statusCode;
    const member = (permissions: Record<string, string[]>) => h.person({ account_id: nora.account_id, permissions });
    t.equal(await status(null), 401);
    t.equal(await status(await h.person()), 404);
    t.equal(await status(await member({ story_creator: [app_id] })), 403);
    t.equal(await status(await member({ app_owner: [app_id] })), 200);
    const other = await seedScene(h, nora);
    t.equal(await status(await member({ app_owner: [other.app_id] })), 404);
    t.equal(await status(nora, {}), 422);
    t.equal(await status(nora, { app_id, surprise: '1' }), 422);
  });
});
