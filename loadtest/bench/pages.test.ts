import t from 'tap';
import type { PageLoad, PageToLoad } from './page-load.ts';
import { pageRows, pagesToLoad, playerRows } from './pages.ts';
import { startPlainServer } from './peers.ts';
import { longestTask } from './player.ts';
import { verdict } from './results.ts';

const person = { token: 't', user_id: 'u', account_id: 'a' };

t.test('a page keeps its goals by the medians of its loads, and by a frame that stays', async (t) => {
  const { port, stop } = await startPlainServer((_request, response) => {
    response.writeHead(200, { 'content-length': 90_000 }).end(Buffer.alloc(90_000));
  });
  t.teardown(stop);
  const scripts = [0, 500, 1000, 9000].map((at) => ({ url: `http://127.0.0.1:${port}/${at}.js`, at }));
  const load = (more: Partial<PageLoad>): PageLoad => ({
    contentful: 700,
    frame: 500,
    frameGone: 0,
    card: 3000,
    pictures: 3500,
    interactive: 3200,
    shift: 0.01,
    longestTask: 60,
    requests: 40,
    bytes: 500_000,
    pictureBytes: 200_000,
    scripts,
    ...more,
  });
  const pages: PageToLoad[] = pagesToLoad(person, 'app=1&instance=2', '7');
  const [login, home, , group] = pages.map(() => [load({}), load({ card: 3900 }), load({ card: 5000 })]);
  const gone = [load({ frame: 4500, frameGone: 80 }), load({ frame: 4600, frameGone: 90 }), load({})];
  const rows = await pageRows(pages, [login!, home!, gone, group!]);
  t.same(
    rows.map((row) => [row.path, Math.round(row.ours), verdict(row)]),
    [
      ['page /login, until its form', 3900, 'goal met'],
      ['page /home, until its frame stays', 500, 'goal met'],
      ['page /home, until its first card', 3900, 'goal met'],
      ['page /content, until its frame stays', 4500, 'goal missed'],
      ['page /content, until its first card', 3000, 'goal met'],
      ['page /stories/{id}, until its frame stays', 500, 'goal met'],
      ['page /stories/{id}, until its first card', 3900, 'goal met'],
      ['script files of a page, the most of these', 4, 'goal met'],
      ['scripts of /login until its form, gzip', 270, 'goal missed'],
      ['scripts of /home until its first card, gzip', 270, 'goal met'],
      ['pictures of /content', 200, 'goal met'],
    ],
  );
  t.equal(rows[3]!.note, 'gone again for up to 90 ms');
  t.match(rows[2]!.note, /^40 requests, 500 kB, .*all pictures 3500 ms, interactive 3200 ms, layout shift 0.010/);
});

t.test('the files of the player are weighed as they are sent, each and together', async (t) => {
  const design = `modules/design.${'a'.repeat(22)}.js`;
  const sizes = new Map([
    ['/sdk/v1/player.js', 15_360],
    [`/sdk/v1/${design}`, 12_289],
  ]);
  const { port, stop } = await startPlainServer((request, response) => {
    const body = Buffer.alloc(sizes.get(request.url!)!, ' ');
    body.write(`import('./${design}')`);
    response.writeHead(200, { 'content-length': body.length }).end(body);
  });
  t.teardown(stop);
  t.same(
    (await playerRows(`http://127.0.0.1:${port}`)).map((row) => [row.path, row.ours, verdict(row)]),
    [
      ['player.js, gzip', 15_360, 'goal met'],
      ['what draws designs in the player, gzip', 12_289, 'goal missed'],
      ['both files of the player, gzip', 27_649, 'goal missed'],
    ],
  );
});

t.test('the longest task is one of a thread that runs pages', async (t) => {
  const thread = (tid: number, name: string) => ({ name: 'thread_name', ph: 'M', pid: 1, tid, args: { name } });
  const task = (tid: number, dur: number, name = 'RunTask') => ({ name, ph: 'X', pid: 1, tid, dur, args: {} });
  const traceEvents = [
    thread(1, 'CrRendererMain'),
    thread(2, 'Compositor'),
    task(1, 12_000, 'ThreadControllerImpl::RunTask'),
    task(1, 51_500),
    task(1, 90_000, 'Layout'),
    task(2, 80_000),
  ];
  t.equal(longestTask(JSON.stringify({ traceEvents })), 51.5);
  t.equal(longestTask(JSON.stringify({ traceEvents: [] })), 0);
});
