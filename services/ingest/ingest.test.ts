import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { normalizeEvents, type TelemetryPayload } from '#kernel/telemetry-log/log.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { appendAs, publishDesign, seedScene, sendBatch } from '#ops/testing/scene.ts';
import { startStopwatch } from '#ops/testing/stopwatch.ts';

const start = async (t: Parameters<typeof startHarness>[0], settings: Record<string, string> = {}) => {
  const h = await startHarness(t, { parts: false, settings });
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const kept = async (): Promise<TelemetryPayload[]> => {
    const { rows } = await h.kernel.analytics.pool.query('select payload from telemetry_batch order by position');
    return rows.map((row) => {
      const payload: TelemetryPayload = JSON.parse(row.payload);
      return { ...payload, events: normalizeEvents(payload) };
    });
  };
  return { h, nora, scene, kept };
};

t.test('the protocol', async (t) => {
  const { h, nora, scene, kept } = await start(t);
  const { token, group_id } = scene;
  const [image, video] = scene.stories as [string, string];
  const send = (events: Record<string, unknown>[], envelope: Record<string, unknown> = {}) =>
    sendBatch(h, token, events, envelope);
  const view = { type: 'story_impression', group_id, story_id: image };
  const refusalsOf = async (events: Record<string, unknown>[], envelope: Record<string, unknown> = {}) => {
    const answer = await send(events, envelope);
    t.equal(answer.statusCode, 202, answer.body);
    return answer.json().data;
  };

  await t.test('a batch is answered once it is durable', async (t) => {
    const answer = await send([view, { type: 'group_opened', group_id }, { type: 'bar_impression' }]);
    t.equal(answer.statusCode, 202);
    t.same(answer.json(), { data: { accepted: 3, rejected: [] } });
    const [batch] = await kept();
    t.match(batch, { v: 2, app_id: scene.app_id, account_id: nora.account_id, consent: true, rejected: [] });
    t.equal(batch?.events.length, 3);
  });

  await t.test('one bad event never costs its neighbours', async (t) => {
    const data = await refusalsOf([
      view,
      { type: 'story_teleported' },
      { ...view, story_id: uuidv7() },
      { type: 'group_opened', group_id: uuidv7() },
      { ...view, at: h.kernel.now() - 7 * 86_400_000 - 1000 },
      { ...view, at: h.kernel.now() + 5 * 60_000 + 5000 },
      { ...view, surprise: 1 },
      { ...view, id: 'no-uuid' },
      { type: 'story_impression', group_id },
      { ...view, position: '3' },
      { ...view, group_id: image },
      { ...view, at: h.kernel.now() - 6.9 * 86_400_000 },
    ]);
    t.equal(data.accepted, 2);
    t.same(
      data.rejected.map((one: { index: number; code: string }) => [one.index, one.code]),
      [
        [1, 'UnknownType'],
        [2, 'UnknownStory'],
        [3, 'UnknownGroup'],
        [4, 'TimeOutOfRange'],
        [5, 'TimeOutOfRange'],
        [6, 'InvalidEvent'],
        [7, 'InvalidEvent'],
        [8, 'InvalidEvent'],
        [9, 'InvalidEvent'],
        [10, 'UnknownGroup'],
      ],
    );
    t.equal(data.rejected[6].id, 'no-uuid');
    const batch = (await kept()).at(-1)!;
    t.same(batch.rejected, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    t.equal(batch.events.length, 2);
  });

  await t.test('a clock that is wrong is corrected by sent_at', async (t) => {
    const wrong = h.kernel.now() - 40 * 86_400_000;
    const data = await refusalsOf([{ ...view, at: wrong - 3_600_000 }], { sent_at: wrong });
    t.equal(data.accepted, 1);
    const batch = (await kept()).at(-1)!;
    t.equal(batch.events[0]!.at, batch.received_at - 3_600_000);
  });

  await t.test('the time watched is capped at the length of the media, 20 s for an image', async (t) => {
    const left = { type: 'story_left', group_id, watch_ms: 60_000.4 };
    await refusalsOf([
      { ...left, story_id: image },
      { ...left, story_id: video },
      { ...left, story_id: video, watch_ms: 1500 },
    ]);
    t.same(
      (await kept()).at(-1)!.events.map((event) => event.watch_ms),
      [20_000, 8000, 1500],
    );
  });

  await t.test('a story names its group; one of another group is unknown', async (t) => {
    const other = await seedScene(h, nora, { app: scene });
    const data = await refusalsOf([
      { type: 'story_clicked', story_id: image.toUpperCase() },
      { ...view, group_id: other.group_id },
    ]);
    t.match(data, { accepted: 1, rejected: [{ index: 1, code: 'UnknownStory' }] });
    t.equal((await kept()).at(-1)!.events[0]!.group_id, group_id);
  });

  await t.test("another instance's things are unknown, deleted ones of one's own are known", async (t) => {
    const foreign = await seedScene(h, await h.person());
    t.match(await refusalsOf([{ ...view, story_id: foreign.stories[0], group_id: foreign.group_id }]), { accepted: 0 });
    await appendAs(h, nora, `storyGroup-${group_id}`, [{ type: 'StoryInactivated', data: { story_id: video } }]);
    await appendAs(h, nora, `storyGroup-${group_id}`, [{ type: 'StoryDeleted', data: { story_id: video } }]);
    t.match(await refusalsOf([{ ...view, story_id: video }]), { accepted: 1 });
  });

  await t.test('a thing made a moment ago is looked up before it is refused', async (t) => {
    const fresh = await seedScene(h, nora, { app: scene });
    t.match(await refusalsOf([{ type: 'group_opened', group_id: fresh.group_id }]), { accepted: 1 });
  });

  await t.test('with consent ids are stored as keyed hashes, one key per account', async (t) => {
    await refusalsOf([view], { viewer_id: 'ada-lovelace', session_id: 'sess-ada', device_id: 'phone-ada' });
    await refusalsOf([view], { viewer_id: 'ada-lovelace', session_id: 'sess-ada' });
    const [first, second] = (await kept()).slice(-2) as [TelemetryPayload, TelemetryPayload];
    t.match(first.viewer, /^[\w-]{22}$/);
    t.equal(first.viewer, second.viewer);
    t.not(first.viewer, first.session);
    t.equal(second.device, null);
    const theirs = await seedScene(h, await h.person());
    await sendBatch(h, theirs.token, [{ type: 'bar_impression' }], { viewer_id: 'ada-lovelace' });
    t.not((await kept()).at(-1)!.viewer, first.viewer);
  });

  await t.test('without consent no id is stored anywhere', async (t) => {
    const answer = await send([view, { ...view, viewer_id: 'secret-viewer' }], {
      consent: false,
      viewer_id: 'secret-viewer',
      session_id: 'secret-session',
      device_id: 'secret-device',
    });
    t.equal(answer.json().data.accepted, 1);
    const without = await send([view], { consent: false, viewer_id: undefined });
    t.equal(without.statusCode, 202);
    t.match((await kept()).at(-2), { viewer: null, session: null, device: null, consent: false });
    const { rows } = await h.kernel.analytics.pool.query(
      `select count(*)::int as hits from telemetry_batch b where b::text ~ 'secret-|ada-lovelace|sess-ada|phone-ada'`,
    );
    t.equal(rows[0].hits, 0);
  });

  await t.test('a body that is no batch is refused and keeps nothing', async (t) => {
    const before = (await kept()).length;
    const cases: [Record<string, unknown>, string][] = [
      [{ viewer_id: undefined }, 'viewer_id'],
      [{ surprise: true }, 'surprise'],
      [{ consent: 'true' }, 'consent'],
      [{ batch_id: 'x' }, 'batch_id'],
      [{ sent_at: '1' }, 'sent_at'],
      [{ platform: 'tv' }, 'platform'],
      [{ events: [] }, 'events'],
      [{ events: Array.from({ length: 51 }, () => view) }, 'events'],
      [{ viewer_id: 'v'.repeat(129) }, 'viewer_id'],
    ];
    for (const [envelope, path] of cases) {
      const answer = await send([view], envelope);
      t.equal(answer.statusCode, 422, answer.body);
      t.match(answer.json(), { data: null, code: 'Invalid', errors: [{ path }] });
      t.equal(answer.headers['access-control-allow-origin'], '*');
    }
    const raw = (payload: string | Buffer, type = 'application/json') =>
      h.server.inject({
        method: 'POST',
        url: `/sdk/v1/${token}/events`,
        payload,
        headers: { 'content-type': type },
      });
    t.equal((await raw('{"batch_id": "\\u0000"}')).statusCode, 422);
    t.equal((await raw('{"batch_id": "\\ud800"}')).statusCode, 422);
    t.equal((await raw(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).statusCode, 422);
    t.equal((await raw('{"batch_id":')).statusCode, 400);
    t.equal((await raw('')).statusCode, 422);
    t.equal((await raw(`"${'x'.repeat(65_600)}"`)).statusCode, 413);
    t.equal((await raw('{}', 'application/xml')).statusCode, 415);
    t.equal((await kept()).length, before);
  });

  await t.test('a beacon comes as text/plain', async (t) => {
    const body = { batch_id: uuidv7(), sent_at: h.kernel.now(), platform: 'web', sdk_version: '1', consent: false };
    const answer = await h.server.inject({
      method: 'POST',
      url: `/sdk/v1/${token}/events`,
      payload: JSON.stringify({ ...body, events: [{ ...view, id: uuidv7(), at: h.kernel.now() }] }),
      headers: { 'content-type': 'text/plain;charset=UTF-8', origin: 'https://shop.example' },
    });
    t.equal(answer.statusCode, 202, answer.body);
    t.equal(answer.headers['access-control-allow-origin'], '*');
    t.equal(answer.headers['cross-origin-resource-policy'], 'cross-origin');
    t.notOk(answer.headers['access-control-allow-credentials']);
  });

  await t.test('a page of any origin may ask first', async (t) => {
    const answer = await h.server.inject({ method: 'OPTIONS', url: `/sdk/v1/${token}/events` });
    t.equal(answer.statusCode, 204);
    t.equal(answer.headers['access-control-allow-origin'], '*');
    t.match(answer.headers['access-control-allow-methods'], /POST/);
    t.match(answer.headers['access-control-allow-headers'], /content-type/);
  });

  await t.test('text with backslashes, quotes and line ends is kept as it was', async (t) => {
    const value = 'a\\b "c" \n\t\\N \\. é 😀';
    await refusalsOf([{ type: 'story_clicked', group_id, story_id: image, component_id: 'p\\1', value }]);
    t.match((await kept()).at(-1)!.events[0], { value, component_id: 'p\\1' });
  });

  await t.test('an unknown token is 404, and so is a deleted one within two seconds', async (t) => {
    t.match((await sendBatch(h, 'nobody', [view])).json(), { code: 'UnknownToken' });
    await appendAs(h, nora, `app-${scene.app_id}`, [{ type: 'AppDeleted', data: {} }]);
    const taken = startStopwatch();
    await h.until(async () => (await send([view])).statusCode === 404, 'the token to be refused');
    t.ok(taken() < 2000);
  });
});

t.test('too many batches of an address or a token are 429', async (t) => {
  for (const settings of [{ LIMIT_EVENTS: '3' }, { LIMIT_TOKEN: '3' }] as Record<string, string>[]) {
    const { h, scene } = await start(t, settings);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => sendBatch(h, scene.token, [{ type: 'bar_impression' }])),
    );
    const refused = answers.filter((answer) => answer.statusCode === 429);
    t.ok(refused.length >= 6, `${refused.length} refused`);
    t.ok(answers.some((answer) => answer.statusCode === 202));
    t.equal(refused[0]!.headers['retry-after'], '1');
  }
});

t.test('while the log is down the answer is 503, and nothing is acknowledged', async (t) => {
  const { h, scene, kept } = await start(t);
  await h.asOwner('alter table telemetry_batch rename to telemetry_batch_away');
  const answer = await sendBatch(h, scene.token, [{ type: 'bar_impression' }]);
  t.equal(answer.statusCode, 503);
  t.equal(answer.headers['retry-after'], '1');
  t.equal(answer.json().code, 'Unavailable');
  await h.asOwner('alter table telemetry_batch_away rename to telemetry_batch');
  t.same(await kept(), []);
  t.equal((await sendBatch(h, scene.token, [{ type: 'bar_impression' }])).statusCode, 202);
});

t.test('a batch that could not be kept does not count for the day of its sender', async (t) => {
  const { h, nora, scene } = await start(t, { LIMIT_EVENT_MB: '1' });
  await publishDesign(h, nora, scene, scene.stories[0]!, ['poll', 'poll-0001']);
  const answer = { group_id: scene.group_id, story_id: scene.stories[0], component_id: 'poll-0001', value: 'A' };
  // One that is refused makes the batch a long one.
  const events = [
    { type: 'poll_selected', ...answer },
    { type: 'bar_impression', padding: 'x'.repeat(60_000) },
  ];
  await h.asOwner('alter table viewer_name rename to viewer_name_away');
  for (let sent = 0; sent < 20; sent += 1)
    t.equal((await sendBatch(h, scene.token, events)).statusCode, 503, 'the name of who answered cannot be kept');
  await h.asOwner('alter table viewer_name_away rename to viewer_name');
  t.equal((await sendBatch(h, scene.token, events)).statusCode, 202);
});

t.test('while the log hangs nobody waits long, and what is sent again is kept', async (t) => {
  const { h, scene, kept } = await start(t);
  const batch_id = uuidv7();
  const send = (envelope = {}) => sendBatch(h, scene.token, [{ type: 'bar_impression' }], envelope);
  t.equal((await send()).statusCode, 202);
  const blocker = await h.kernel.analytics.pool.connect();
  await blocker.query('begin; lock table telemetry_batch in access exclusive mode');
  const started = performance.now();
  const taken = startStopwatch();
  const first = [send({ batch_id }), send()];
  await h.until(() => performance.now() - started > 100);
  const answers = await Promise.all([...first, ...Array.from({ length: 20 }, () => send())]);
  t.ok(taken() < 3500, 'within 3.5 s');
  t.ok(
    answers.every((answer) => answer.statusCode === 503),
    'told to come again',
  );
  t.equal((await h.inject('GET', '/api/countries')).statusCode < 500, true);
  await blocker.query('rollback');
  blocker.release();
  await h.until(async () => (await send({ batch_id })).statusCode === 202, 'the log to come back');
  t.ok((await kept()).length >= 2);
});

t.test('concurrent batches share a COPY and each is kept once', async (t) => {
  const { h, scene, kept } = await start(t);
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, index) =>
      sendBatch(h, scene.token, [{ type: 'bar_impression' }], { viewer_id: `viewer-${index}` }),
    ),
  );
  t.ok(answers.every((answer) => answer.statusCode === 202));
  t.equal((await kept()).length, 300);
  const { rows } = await h.kernel.analytics.pool.query(
    `select count(distinct transaction_id)::int as copies, count(distinct tableoid::regclass::text)::int as days,
            bool_or(tableoid::regclass::text = 'telemetry_batch_rest') as astray from telemetry_batch`,
  );
  t.ok(rows[0].copies < 100, `${rows[0].copies} transactions`);
  t.equal(rows[0].astray, false, 'each in the partition of its day');
});
