import { connect } from 'node:net';
import t from 'tap';
import { countAll } from '#ops/testing/figures.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { appendAs, publishDesign, seedScene, sendBatch } from '#ops/testing/scene.ts';

const noon = Date.UTC(2026, 9, 14, 12);

const linesOf = (body: string) => body.trimEnd().split('\r\n');
/** The lines of answers, and apart from them the last one, which says what they are. */
const answersOf = (body: string) => {
  const lines = linesOf(body);
  return { said: lines.pop(), lines };
};

t.test('many answers', async (t) => {
  let now = noon;
  const h = await startHarness(t, { parts: false, now: () => now });
  const nora = await h.person();
  const { app_id, group_id, stories } = await seedScene(h, nora);
  const rows = 60_000;
  const { pool } = h.kernel.analytics;
  // All at one instant: the order of pages must not rest on the time alone.
  await pool.query(
    `insert into answer (app_id, group_id, story_id, day, batch_id, place, at, type, component_id, value, account_id, viewer)
     select $1, $2, $3, '2026-10-14', gen_random_uuid(), 0, to_timestamp($4), 'poll_selected', 'which', lpad(n::text, 200, '0'), $5, null
       from generate_series(1, ${rows}) as n`,
    [app_id, group_id, stories[0], noon / 1000, nora.account_id],
  );
  await pool.query(`insert into daily_response values ($1, 'story', $2, '2026-10-14', 'poll_selected', ${rows})`, [
    app_id,
    stories[0],
  ]);
  const address = await h.server.listen({ port: 0, host: '127.0.0.1' });
  const url = `${address}/api/report?report_type=poll&app_id=${app_id}`;
  const headers = { authorization: `Bearer ${nora.token}` };
  const allPages = rows / 1000 + 1;
  let pages = 0;
  const asked = pool.query.bind(pool) as (...given: unknown[]) => unknown;
  pool.query = ((...given: [{ name?: string }]) => {
    if (given[0]?.name === 'report-answers') pages += 1;
    return asked(...given);
  }) as typeof pool.query;

  await t.test('fill a report that holds each of them once', async (t) => {
    const { said, lines: all } = answersOf(await (await fetch(url, { headers })).text());
    const lines = all.slice(1);
    t.equal(said, '"2026-10-08 to 2026-10-14, UTC days. Each line is one answer. Counted 2026-10-14 12:00:00 UTC."');
    t.equal(lines.length, rows);
    t.equal(new Set(lines.map((line) => line.split(',')[5])).size, rows);
    t.equal(pages, allPages);
    const { rows: facts } = await pool.query(`select data from event where type = 'DataExported'`);
    t.match(facts, [{ data: { what: /^report_/, rows } }], 'and leaves the fact behind');
  });

  await t.test('are read no further when the connection of whoever asked for them ends', async (t) => {
    pages = 0;
    const cut = new Promise<void>((done) => {
      h.server.server.once('connection', (held) => held.once('close', () => done()));
    });
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    const target = url.slice(address.length);
    socket.write(`GET ${target} HTTP/1.1\r\nhost: a\r\nauthorization: ${headers.authorization}\r\n\r\n`);
    let taken = 0;
    socket.on('data', (part) => {
      taken += part.length;
      // The head and some pages.
      if (taken > 500_000) socket.destroy();
    });
    await cut;
    const held = pages;
    t.ok(held > 0 && held < allPages, `${held} pages before the cut was seen`);
    // Another report takes its time: what was cut off would have been read to its end meanwhile.
    await (await fetch(url, { headers })).text();
    t.ok(pages <= held + 1 + allPages, `${pages} pages in all`);
  });

  await t.test('keep the words that they were given to, whatever becomes of the design', async (t) => {
    const scene = await seedScene(h, nora);
    const [story_id] = scene.stories as [string];
    const publish = (...words: string[]) =>
      publishDesign(h, nora, scene, story_id, [
        'poll',
        'words-001',
        { options: [...words, '=1+1'].map((text) => ({ text })) },
      ]);
    const vote = (viewer_id: string, value: string) =>
      sendBatch(h, scene.token, [{ type: 'poll_selected', story_id, component_id: 'words-001', value }], { viewer_id });
    await publish('Camel wool');
    await vote('ada', 'A');
    now += 60_000;
    await publish('Camel coat');
    await vote('ben', 'A');
    now += 60_000;
    await appendAs(h, nora, `storyGroup-${scene.group_id}`, [
      { type: 'StoryChanged', data: { story_id, changes: { studio: null } } },
    ]);
    await vote('cleo', 'B');
    await countAll(h);
    now = noon;
    const { body } = await h.inject('GET', '/api/report', { as: nora, query: { report_type: 'poll', story_id } });
    t.same(
      answersOf(body).lines.map((line) => line.split(',').filter((_, place) => [1, 5, 6].includes(place))),
      [
        ['viewer', 'answer', 'answer_text'],
        ['ada', 'A', 'Camel wool'],
        ['ben', 'A', 'Camel coat'],
        ['cleo', 'B', `"'=1+1"`],
      ],
    );
  });

  await t.test('are not gone through to count who gave them: those of a sample stand for all', async (t) => {
    const [few, many] = [await seedScene(h, nora), await seedScene(h, nora)];
    // Three of four answered both of two polls.
    const [polls, both] = [32_000, 24_000];
    const answered = { type: 'poll_selected', story_id: few.stories[0], component_id: 'which-001', value: 'A' };
    await publishDesign(h, nora, few, few.stories[0]!, ['poll', 'which-001']);
    await sendBatch(h, few.token, [answered]);
    await countAll(h);
    const place = [many.app_id, many.group_id, many.stories[0]];
    await pool.query(
      `insert into daily_answer select $1::uuid, $2::uuid, $3::uuid, '2026-10-14'::date, 'which', 'poll_selected', n::text, ${polls / 80}
         from generate_series(1, 80) as n
       union all select $1::uuid, $2::uuid, $3::uuid, '2026-10-14'::date, 'other', 'poll_selected', 'A', ${both}`,
      place,
    );
    await pool.query(
      `insert into daily_response
       select $1, scope, id, '2026-10-14', 'poll_selected', ${polls + both}
         from (values ('group', $2::uuid), ('story', $3::uuid)) as s (scope, id)`,
      place,
    );
    await pool.query(
      `insert into first_answer
       select $1::uuid, component, 'poll_selected', md5(n::text)::uuid, '2026-10-14'::date
         from generate_series(1, ${polls}) as n, (values ('which', ${polls}), ('other', ${both})) as c (component, most) where n <= most
       union all select $1::uuid, 'which', 'poll_selected', gen_random_uuid(), '2026-09-01'::date from generate_series(1, 9000)`,
      [many.stories[0]],
    );
    const about = (told: number, viewers: number, said: string) =>
      t.ok(Math.abs(told / viewers - 1) < 0.05, `${said}: ${told} of ${viewers}`);
    const answer = await h.inject('GET', '/api/story_group/n/interactive_stats', { as: nora });
    const of = (id: string) => answer.json().data.find((row: { id: string }) => row.id === id);
    t.match(of(few.group_id).stats.poll_selected, { response_count: 1, responders: 1 });
    t.equal(of(many.group_id).stats.poll_selected.response_count, polls + both);
    about(of(many.group_id).stats.poll_selected.responders, polls, 'a viewer of two polls is one');
    const query = { story_group_id: many.group_id };
    const [one] = (await h.inject('GET', '/api/story_group/n/interactive_stats', { as: nora, query })).json().data;
    const [response] = one.components[0].responses;
    about(response.responders, polls, 'of one poll');
    about(one.components[1].responses[0].responders, both, 'of the other');
    t.equal(response.values.length, 50);
    t.equal(response.others, (30 * polls) / 80);
    const together = await h.inject('GET', '/api/story_group/n/interactive_stats/totals', { as: nora, query });
    about(together.json().data.stats.poll_selected.responders, polls, 'of all groups together');
  });
});

t.test('days before there can be figures have empty cells, a group that nobody has seen yet has zeros', async (t) => {
  let now = noon;
  const h = await startHarness(t, { parts: false, now: () => now });
  const nora = await h.person();
  const seen = await seedScene(h, nora, { title: 'Seen' });
  const unseen = await seedScene(h, nora, { app: seen, title: 'Unseen' });
  now += 2 * 86_400_000;
  await sendBatch(h, seen.token, [{ type: 'story_impression', group_id: seen.group_id, story_id: seen.stories[0] }]);
  await countAll(h);
  for (const type of ['story_groups', 'stories'] as const) {
    const figuresOf = async (day: string) => {
      const ts = Date.parse(day) / 1000;
      const query = { report_type: type, app_id: seen.app_id, ts_start: `${ts}`, ts_end: `${ts}` };
      const { body } = await h.inject('GET', '/api/report', { as: nora, query });
      const [head, ...lines] = linesOf(body).map((line) => line.split(','));
      const moment = new Date(now).toISOString().slice(0, 19).replace('T', ' ');
      t.match(lines.pop()!.join(), new RegExp(`^"?${day} to ${day}, UTC days\\. Reach .* Counted ${moment} UTC\\."?$`));
      t.equal(lines.length, (type === 'stories' ? seen.stories.length : 1) * 2);
      return ({ group_id, stories }: typeof seen) => {
        const row = lines.find(([id]) => id === (type === 'stories' ? stories[0] : group_id))!;
        return [...new Set(row.slice(head!.indexOf('reach')))].join();
      };
    };
    const before = await figuresOf('2026-10-13');
    t.same([before(seen), before(unseen)], ['', ''], `${type} of the day before the account was created`);
    const first = await figuresOf('2026-10-14');
    t.same([first(seen), first(unseen)], ['', '0'], `${type} of the day before one was seen`);
    const since = await figuresOf('2026-10-16');
    t.same([since(seen), since(unseen)], ['1,0', '0'], `${type} of the day on which it was`);
  }
});
