import type { AddressInfo } from 'node:net';
import t from 'tap';
import { type LivePicture, liveChangeBetween, withLiveChange } from '#contracts/stats/live.ts';
import { countAll } from '#ops/testing/figures.ts';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';
import { seedScene, sendBatch } from '#ops/testing/scene.ts';
import { startStopwatch } from '#ops/testing/stopwatch.ts';

const noon = Date.UTC(2026, 9, 14, 12, 0, 30);
const minute = 60_000;

/** Listens as a browser does; `picture` is what all messages together say. */
const listen = async (h: Harness, appId: string, as: Person) => {
  const { port } = h.server.server.address() as AddressInfo;
  const leaving = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/api/analytics/live?app_id=${appId}`, {
    headers: { authorization: `Bearer ${as.token}`, accept: 'text/event-stream', 'accept-encoding': 'gzip' },
    signal: leaving.signal,
  });
  const heard = { events: [] as string[], picture: null as LivePicture | null, ended: false };
  const read = async () => {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
        text = text.slice(end + 2);
        if (!event || !data) continue;
        heard.events.push(event);
        const said = JSON.parse(data) as LivePicture;
        heard.picture = event === 'picture' ? said : withLiveChange(heard.picture!, said);
      }
    }
  };
  const reading = response.ok ? read().catch(() => {}) : Promise.resolve();
  void reading.then(() => {
    heard.ended = true;
  });
  return { response, heard, leave: () => leaving.abort(), reading };
};

t.test('the last thirty minutes', async (t) => {
  const clock = { at: noon };
  const h = await startHarness(t, { parts: false, now: () => clock.at });
  const nora = await h.person();
  const { token, group_id, app_id, stories } = await seedScene(h, nora);
  const story_id = stories[0]!;
  const read = async (): Promise<LivePicture> =>
    (await h.inject('GET', '/api/analytics/live', { as: nora, query: { app_id } })).json().data;
  const rows = async () => (await h.kernel.analytics.pool.query('select from live_minute')).rowCount;

  await t.test('hold each minute by the time of the events, and each event once', async (t) => {
    const batch_id = '0190a000-0000-7000-8000-0000000000b1';
    const events = [
      { type: 'group_opened', group_id, at: noon - 10 * minute },
      { type: 'story_impression', story_id, at: noon - 10 * minute },
      { type: 'story_impression', group_id, story_id, at: noon - 29 * minute - 31_000 },
      { type: 'story_impression', group_id, story_id, at: noon - 29 * minute },
      { type: 'story_impression', group_id, story_id, at: noon - 30 * minute },
      { type: 'story_impression', group_id, story_id, at: noon - 41 * minute },
      { type: 'story_clicked', group_id, story_id, at: noon },
      { type: 'group_completed', group_id, at: noon },
      { type: 'story_completed', group_id, story_id, at: noon },
      { type: 'bar_impression', at: noon },
    ];
    await sendBatch(h, token, events, { batch_id });
    await sendBatch(h, token, events, { batch_id });
    await countAll(h);
    const picture = await read();
    t.equal(picture.minutes.length, 30);
    t.equal(picture.ts_end, (noon + 30_000) / 1000);
    t.equal(picture.ts_start, picture.ts_end - 1800);
    const none = { opens: 0, impressions: 0, clicks: 0, completes: 0 };
    const busy = picture.minutes.filter(({ ts: _, ...counts }) => JSON.stringify(counts) !== JSON.stringify(none));
    t.same(busy, [
      { ...none, ts: picture.ts_start, impressions: 1 },
      { ...none, ts: picture.ts_end - 660, opens: 1, impressions: 1 },
      { ...none, ts: picture.ts_end - 60, clicks: 1, completes: 1 },
    ]);
    t.same(picture.groups, [{ id: group_id, title: 'Harbour', opens: 1, impressions: 2, clicks: 1, completes: 1 }]);
    await sendBatch(h, token, [{ type: 'story_clicked', group_id, story_id }], { consent: false });
    await countAll(h);
    t.equal((await read()).minutes.at(-1)!.clicks, 2, 'added to what is there');
  });

  await t.test('name the five busiest groups', async (t) => {
    const app = { app_id, instance_id: (await seedScene(h, nora)).instance_id, token };
    const others = [];
    for (let index = 0; index < 6; index += 1) {
      const title = `G${index}`;
      const scene = await seedScene(h, nora, { app: { ...app, instance_id: await instanceOf(h, app_id) }, title });
      others.push(scene);
      const events = Array.from({ length: 10 + index }, () => ({ type: 'group_opened', group_id: scene.group_id }));
      t.equal((await sendBatch(h, token, events)).json().data.accepted, 10 + index);
    }
    await countAll(h);
    t.same(
      (await read()).groups.map(({ title, opens }) => [title, opens]),
      [5, 4, 3, 2, 1].map((index) => [`G${index}`, 10 + index]),
    );
  });

  await t.test('are forgotten after forty, when something arrives later', async (t) => {
    const before = await rows();
    clock.at = noon + 39 * minute;
    await sendBatch(h, token, [{ type: 'group_opened', group_id }]);
    await countAll(h);
    t.ok((await rows())! < before! + 1 && (await rows())! > 1);
    clock.at = noon + 100 * minute;
    await sendBatch(h, token, [{ type: 'group_opened', group_id }]);
    await countAll(h);
    t.equal(await rows(), 1);
  });
});

const instanceOf = async (h: Harness, appId: string): Promise<string> =>
  (await h.kernel.db.pool.query('select id from instance where app_id = $1', [appId])).rows[0].id;

t.test('a change leads from one picture to the next', async (t) => {
  const counts = { opens: 1, impressions: 2, clicks: 0, completes: 0 };
  const at = (from: number, last: object): LivePicture => ({
    app_id: 'a',
    ts_start: from,
    ts_end: from + 120,
    minutes: [
      { ts: from, ...counts },
      { ts: from + 60, ...counts, ...last },
    ],
    groups: [],
  });
  t.equal(liveChangeBetween(at(0, {}), at(0, {})), null);
  const more = liveChangeBetween(at(0, {}), at(0, { clicks: 4 }))!;
  t.same(more.minutes, [{ ts: 60, ...counts, clicks: 4 }]);
  t.same(withLiveChange(at(0, {}), more), at(0, { clicks: 4 }));
  const later = liveChangeBetween(at(0, {}), at(60, { opens: 9 }))!;
  t.same(later.minutes, [{ ts: 120, ...counts, opens: 9 }]);
  t.same(withLiveChange(at(0, {}), later), at(60, { opens: 9 }));
});

t.test('the stream', async (t) => {
  const h = await startHarness(t);
  await h.server.listen({ port: 0, host: '127.0.0.1' });
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const { token, group_id, app_id } = scene;
  const open = async (count: number) => {
    const events = Array.from({ length: count }, () => ({ type: 'group_opened', group_id }));
    t.equal((await sendBatch(h, token, events)).statusCode, 202);
  };
  const opens = (picture: LivePicture | null) => picture?.minutes.reduce((sum, one) => sum + one.opens, 0);

  await t.test('sends the whole, then each change within two seconds of its batch, to all who listen', async (t) => {
    await open(3);
    const first = await listen(h, app_id, nora);
    t.match(first.response.headers.get('content-type'), /^text\/event-stream/);
    t.equal(first.response.headers.get('content-encoding'), null);
    t.equal(first.response.headers.get('cache-control'), 'no-store');
    const second = await listen(h, app_id, nora);
    await h.until(() => opens(first.heard.picture) === 3 && opens(second.heard.picture) === 3, 'the picture');
    t.equal(first.heard.events[0], 'picture');
    const waits: number[] = [];
    for (let round = 1; round <= 5; round += 1) {
      await open(1);
      const taken = startStopwatch();
      await h.until(() => opens(first.heard.picture) === 3 + round, 'the change');
      waits.push(Math.round(taken()));
    }
    t.ok(waits.sort((a, b) => a - b)[2]! < 2000, waits.join(' '));
    await h.until(() => opens(second.heard.picture) === 8);
    t.ok(first.heard.events.slice(1).every((event) => event === 'change'));
    const { data } = (await h.inject('GET', '/api/analytics/live', { as: nora, query: { app_id } })).json();
    t.same(first.heard.picture!.groups, data.groups);
    first.leave();
    second.leave();
  });

  await t.test('is for five at once, and makes room when one leaves', async (t) => {
    const ben = await h.person({ account_id: nora.account_id });
    const open = [];
    for (let index = 0; index < 5; index += 1) open.push(await listen(h, app_id, ben));
    const sixth = await listen(h, app_id, ben);
    t.equal(sixth.response.status, 429);
    t.equal((await listen(h, app_id, nora)).response.status, 200, 'others have their own five');
    open[0]!.leave();
    await h.until(async () => {
      const again = await listen(h, app_id, ben);
      return again.response.status === 200;
    }, 'the room');
    for (const one of open) one.leave();
  });

  await t.test('ends with the session and with the role', async (t) => {
    const owner = await h.person({ account_id: nora.account_id, permissions: { app_owner: [app_id] } });
    const other = await h.signIn(owner.user_id, owner.account_id, owner.email);
    const [first, second] = [await listen(h, app_id, owner), await listen(h, app_id, other)];
    await h.until(() => first.heard.picture !== null && second.heard.picture !== null, 'both to listen');
    t.equal((await h.inject('POST', '/api/logout', { as: other })).statusCode, 200);
    await h.until(() => second.heard.ended, 'the end of the session');
    t.equal(first.heard.ended, false);
    const changed = await h.inject('PUT', '/api/account/update-user-permission', {
      as: nora,
      body: { email: owner.email, permissions: { story_creator: [app_id] } },
    });
    t.equal(changed.statusCode, 200, changed.body);
    await h.until(() => first.heard.ended, 'the end of the role');
    t.equal((await listen(h, app_id, owner)).response.status, 403);
  });

  await t.test('ends when the server stops', async (t) => {
    const last = await listen(h, app_id, nora);
    await h.until(() => last.heard.picture !== null, 'the picture');
    const taken = startStopwatch();
    await h.server.close();
    await last.reading;
    t.equal(last.heard.ended, true);
    t.ok(taken() < 5000);
  });
});
