import type { Browser } from 'playwright-core';
import { castOf, type DemoSize, people } from '#ops/demo/cast.ts';
import { beginDemo } from '#ops/demo/demo.ts';
import { groupTimelines } from '#ops/demo/timeline.ts';
import { type Continued, sessionStorageOf } from '#ops/testing/browser-session.ts';
import type { Harness, Person } from '#ops/testing/harness.ts';
import { launchShell } from '#ops/testing/launch-chromium.ts';
import { startExtraProcess } from './extra-processes.ts';
import { ensureBrowser } from './install.ts';
import { againstLimit } from './limit.ts';
import { type Benchmark, type Measured, median, orSkipped, type RunSize } from './measure.ts';
import { fast3G, gzipBytes, loadPage, type PageLoad, type PageToLoad } from './page-load.ts';
import { withProduct } from './with-product.ts';

/** Most of what a page may take: milliseconds, files, kB. */
const goals = { frame: 800, card: 4000, scripts: 20, pictures: 400, home: 330, login: 130 };
/** Most bytes of the player's files, gzip. */
const mostOfPlayer = { player: 15_360, design: 12_288, both: 27_648 };
/** All groups with their pictures; viewers only so that pages have figures. */
const full: DemoSize = { every: 1, stories: 100, traffic: 0.05, apps: ['shop'] };
const short: DemoSize = { every: 10, stories: 1, traffic: 0.01, apps: ['shop'] };

/** The grey shapes that stand there first, and the bar of the dashboard. */
const frame = '[data-first="frame"], header:has(> nav)';

/**
 * The pages that are measured, as somebody who has been here before finds them; `place` is the query that names an app and
 * an instance of it.
 */
export const pagesToLoad = (
  { user_id, account_id }: Pick<Person, 'user_id' | 'account_id'>,
  place: string,
  groupId: string,
  begin?: () => Promise<Continued>,
): PageToLoad[] => {
  const storage = {
    ...sessionStorageOf({ user_id }),
    [`RaStore.${user_id}.help.begun`]: '1',
    [`RaStore.${user_id}.first-steps.${account_id}`]: '"done"',
  };
  return [
    { path: '/login', storage: {}, frame: 'form', card: 'form button[type="submit"]' },
    { path: `/home?${place}`, storage, begin, frame, card: 'main h2.t-card' },
    { path: `/content?${place}`, storage, begin, frame, card: 'main li h2 a' },
    { path: `/stories/${groupId}?${place}`, storage, begin, frame, card: 'main li input[type="checkbox"]' },
  ];
};

/** Loads pages in turns; answers all loads of each. */
export const loadPages = async (
  browser: Browser,
  base: string,
  pages: readonly PageToLoad[],
  { rounds, cold }: Pick<RunSize, 'rounds' | 'cold'>,
): Promise<PageLoad[][]> => {
  const loads = pages.map((): PageLoad[] => []);
  // A run whose figures nobody reads waits for no slow connection.
  const network = cold ? null : fast3G;
  if (!cold) for (const page of pages) await loadPage(browser, base, page, null);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, page] of pages.entries()) loads[at]!.push(await loadPage(browser, base, page, network));
  return loads;
};

const kB = (bytes: number): number => bytes / 1000;
const nameOf = ({ path }: PageToLoad): string => path.replace(/\?.*/, '').replace(/^(\/stories)\/.*/, '$1/{id}');

/** The figures of a page, as the note of its row says them. */
export const describeLoads = (loads: readonly PageLoad[]): string => {
  const middle = (of: (load: PageLoad) => number) => median(loads.map(of));
  const ms = (of: (load: PageLoad) => number) => `${Math.round(middle(of))} ms`;
  return [
    `${middle((load) => load.requests)} requests, ${Math.round(middle((load) => kB(load.bytes)))} kB`,
    `first text or picture ${ms((load) => load.contentful)}`,
    `all pictures ${ms((load) => load.pictures)}`,
    `interactive ${ms((load) => load.interactive)}`,
    `layout shift ${middle((load) => load.shift).toFixed(3)}`,
    `longest task ${ms((load) => load.longestTask)}`,
  ].join(', ');
};

const frameRow = (page: PageToLoad, loads: readonly PageLoad[]): Measured => {
  const gone = Math.max(...loads.map((load) => load.frameGone));
  const note = gone > 0 ? `gone again for up to ${Math.round(gone)} ms` : 'never gone again';
  const values = loads.map((load) => load.frame);
  return againstLimit(`page ${nameOf(page)}, until its frame stays`, 'ms', goals.frame, values, note);
};

/** The rows of the pages, in the order of `pagesToLoad`. */
export const pageRows = async (
  pages: readonly PageToLoad[],
  all: readonly (readonly PageLoad[])[],
): Promise<Measured[]> => {
  const rows = pages.flatMap((page, at) => {
    const loads = all[at]!;
    const cards = loads.map((load) => load.card);
    const what = page.frame === frame ? 'first card' : 'form';
    const row = againstLimit(`page ${nameOf(page)}, until its ${what}`, 'ms', goals.card, cards, describeLoads(loads));
    return page.frame === frame ? [frameRow(page, loads), row] : [row];
  });
  const [login, home, content] = all.map((loads) => loads[0]!);
  // What is asked for later, such as the chart of home, keeps nobody waiting.
  const weigh = async ({ scripts, card }: PageLoad) => [
    kB(await gzipBytes(scripts.filter(({ at }) => at < card).map(({ url }) => url))),
  ];
  const files = all.map((loads) => loads[0]!.scripts.length);
  const perPage = pages.map((page, at) => `${nameOf(page)} ${files[at]}`).join(', ');
  const least = Math.max(0.001, kB(content!.pictureBytes));
  return [
    ...rows,
    againstLimit('script files of a page, the most of these', 'files', goals.scripts, [Math.max(...files)], perPage),
    againstLimit(
      'scripts of /login until its form, gzip',
      'kB',
      goals.login,
      await weigh(login!),
      'as the server sends them',
    ),
    againstLimit(
      'scripts of /home until its first card, gzip',
      'kB',
      goals.home,
      await weigh(home!),
      'its chart comes later',
    ),
    againstLimit('pictures of /content', 'kB', goals.pictures, [least], 'those that a window of 1440 × 900 asks for'),
  ];
};

/** The rows of the player's two files as a server sends them; `base` is its address. */
export const playerRows = async (base: string): Promise<Measured[]> => {
  const player = `${base}/sdk/v1/player.js`;
  const [design] = /modules\/design\.[\w-]{22}\.js/.exec(await (await fetch(player)).text()) ?? [];
  if (!design) throw new Error('the player names no file for designs');
  const [first, second] = [await gzipBytes([player]), await gzipBytes([`${base}/sdk/v1/${design}`])];
  const row = (path: string, limit: number, bytes: number) =>
    againstLimit(`${path}, gzip`, 'bytes', limit, [bytes], 'as the server sends it');
  return [
    row('player.js', mostOfPlayer.player, first),
    row('what draws designs in the player', mostOfPlayer.design, second),
    row('both files of the player', mostOfPlayer.both, first + second),
  ];
};

const seed = async (h: Harness, size: DemoSize) => {
  const now = h.kernel.now();
  const begun = await beginDemo(h.kernel, size, now);
  await begun!.finish(new AbortController().signal);
  await h.caughtUp();
  const cast = castOf(h.kernel, now, size);
  const [app] = cast.apps;
  const group = groupTimelines(cast, size.stories).find((one) => one.instance === app!.places[0]!.id)!;
  const begin = () => h.signIn(cast.people.owner, cast.account, people.owner.email);
  return pagesToLoad(await begin(), `app=${app!.id}&instance=${app!.places[0]!.id}`, group.id, begin);
};

const measure = async (h: Harness, size: RunSize): Promise<Measured[]> => {
  const pages = await seed(h, size.cold ? short : full);
  const served = await startExtraProcess(h, 'pages', 'api,sdk,web');
  const browser = await launchShell();
  try {
    const rows = await pageRows(pages, await loadPages(browser, served.address, pages, size));
    return [...rows, ...(await playerRows(served.address))];
  } finally {
    await browser.close();
    await served.stop();
  }
};

/**
 * What the built pages take from the address to the first card on fast 3G (1.6 Mb/s down, 750 kb/s up, 150 ms), with an
 * empty cache and the whole processor, of a process that serves the demo.
 */
export const pagesBenchmark: Benchmark = (size) =>
  orSkipped('pages on fast 3G', 'the limit', async () => {
    ensureBrowser();
    return withProduct((h) => measure(h, size), { parts: true });
  });
