import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchShell } from '#ops/testing/launch-chromium.ts';
import { ensureBrowser } from './install.ts';
import { againstLimit } from './limit.ts';
import {
  type Benchmark,
  type Measured,
  median,
  orSkipped,
  percentile,
  type RunSize,
  scaled,
  type Unmeasured,
} from './measure.ts';
import { openPlayerPage, type PlayerUnderTest } from './player-site.ts';

/** Most milliseconds after a tap: until a designed story is there, until a result is; and the longest task while swiping. */
const goals = { designed: 300, result: 100, task: 50 };
const components = 5;
/** The folder `dist/player` of another build, which plain stories are compared with. */
const { PLAYER_BEFORE } = process.env;

type Sight = 'picture' | 'design' | 'share';

/** Runs in the page before anything of it: remembers the last tap, and tells it to who asks. */
const rememberTaps = () => {
  addEventListener(
    'pointerup',
    ({ timeStamp }) => {
      Object.assign(window, { lastTap: timeStamp });
      (window as unknown as { tapped?: () => void }).tapped?.();
    },
    true,
  );
};

/** Runs in the page: from the next tap until a thing is there and the frame with it drawn, in ms. */
const seenAfterTap = ([sight, count]: readonly [Sight, number]): Promise<number> => {
  const known = window as unknown as { lastTap?: number };
  delete known.lastTap;
  const viewer = () => document.querySelector('story-rail')?.shadowRoot;
  const design = () => viewer()?.querySelector('.design')?.shadowRoot;
  const fontsAsked = () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/fonts/'));
  const pictureIs = (root: ParentNode | null | undefined) => {
    const medium = root?.querySelector<HTMLImageElement>('img.media');
    return !!medium?.complete && medium.naturalWidth > 0;
  };
  const isThere = () => {
    if (sight === 'picture') return pictureIs(viewer());
    if (sight === 'share') return !!design()?.querySelector('.poll .told:not([hidden])');
    const fonts = fontsAsked().length;
    return (
      design()?.querySelectorAll('.part').length === count &&
      pictureIs(design()) &&
      fonts > 0 &&
      document.fonts.size === fonts
    );
  };
  const begun = performance.now();
  return new Promise((done, fail) => {
    const look = () => {
      if (performance.now() - begun > 30_000) fail(new Error(`there is no ${sight}`));
      else if (known.lastTap === undefined || !isThere()) requestAnimationFrame(look);
      else requestAnimationFrame(() => done(performance.now() - known.lastTap!));
    };
    requestAnimationFrame(look);
  });
};

/** The time from a tap on something until a thing is in sight. */
const timeAfterTap = async (page: Page, sight: Sight, tap: () => Promise<void>): Promise<number> => {
  const seen = page.evaluate(seenAfterTap, [sight, components] as const);
  await tap();
  return seen;
};

/** Opens the page on a phone with nothing in its cache. */
const visit = async (browser: Browser, site: PlayerUnderTest): Promise<{ context: BrowserContext; page: Page }> => {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, hasTouch: true });
  const page = await context.newPage();
  await page.addInitScript(rememberTaps);
  await page.goto(site.address);
  await page.locator('.cover').first().waitFor();
  return { context, page };
};

const openFirst = (page: Page) => () => page.locator('.cover').first().tap();

const moduleIsThere = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('design-fonts.js')),
  );

const timePlain = async (browser: Browser, site: PlayerUnderTest): Promise<number> => {
  const { context, page } = await visit(browser, site);
  const ms = await timeAfterTap(page, 'picture', openFirst(page));
  await context.close();
  return ms;
};

/** The first designed story, and an answer on it, whose results have come. */
const timeDesigned = async (browser: Browser, site: PlayerUnderTest): Promise<[designed: number, result: number]> => {
  const { context, page } = await visit(browser, site);
  await moduleIsThere(page);
  const asked = page.waitForResponse((answer) => answer.url().includes('/results'));
  const designed = await timeAfterTap(page, 'design', openFirst(page));
  await (await asked).finished();
  const result = await timeAfterTap(page, 'share', () => page.getByRole('button', { name: 'Camel wool' }).tap());
  await context.close();
  return [designed, result];
};

/** The first designed story where the file that draws it is sent only after the tap. */
const timeLate = async (browser: Browser, site: PlayerUnderTest): Promise<number> => {
  site.hold();
  const { context, page } = await visit(browser, site);
  await page.exposeFunction('tapped', site.release);
  const ms = await timeAfterTap(page, 'design', openFirst(page));
  await context.close();
  return ms;
};

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

/**
 * The longest task of the threads that run pages, in ms, in what Chromium has traced: by the clock (`dur`), or by how long the
 * processor worked for it (`tdur`), whatever else the machine did.
 */
export const longestTask = (trace: string, by: 'dur' | 'tdur' = 'dur'): number => {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(thread),
  );
  const tasks = traceEvents.filter(
    (event) => event.ph === 'X' && /RunTask$/.test(event.name) && main.has(thread(event)),
  );
  return Math.max(0, ...tasks.map((task) => (task[by] ?? 0) / 1000));
};

/** Swipes through all groups of a page; the longest task on the way. */
const swipeThrough = async (browser: Browser, site: PlayerUnderTest, count: number): Promise<number> => {
  const { context, page } = await visit(browser, site);
  await moduleIsThere(page);
  const finger = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await timeAfterTap(page, 'design', openFirst(page));
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  for (let place = 2; place <= count; place += 1) {
    await touch('touchStart', { x: 300, y: 85 });
    for (const x of [240, 180, 120, 60]) await touch('touchMove', { x, y: 85 });
    await touch('touchEnd');
    await page.locator(`dialog[aria-label="Shop ${place}"] .stage:not(.waiting) .design .cta`).waitFor();
  }
  const longest = longestTask(String(await browser.stopTracing()));
  await context.close();
  return longest;
};

const inTurns = async <T>(count: number, one: () => Promise<T>): Promise<T[]> => {
  const all: T[] = [];
  while (all.length < count) all.push(await one());
  return all;
};

const spread = (values: readonly number[]): string =>
  `median ${Math.round(median(values))} ms, p95 ${Math.round(percentile(values, 0.95))} ms of ${values.length}`;

const limited = (path: string, limit: number, values: readonly number[]): Measured =>
  againstLimit(`player, ${path}`, 'ms', limit, [percentile(values, 0.95)], spread(values));

/** Plain stories, of which somebody who has no designs must notice nothing, against another build where one is named. */
const plainRow = async (
  browser: Browser,
  count: number,
  started: PlayerUnderTest[],
): Promise<Measured | Unmeasured> => {
  const path = 'player, plain first story after the tap';
  const now = await openPlayerPage(false, 1);
  started.push(now);
  if (!PLAYER_BEFORE) {
    const ms = await inTurns(count, () => timePlain(browser, now));
    return { path, peer: 'another build', reason: `PLAYER_BEFORE names none; here ${spread(ms)}` };
  }
  const before = await openPlayerPage(false, 1, PLAYER_BEFORE);
  started.push(before);
  const pairs = await inTurns(
    count,
    async () => [await timePlain(browser, now), await timePlain(browser, before)] as const,
  );
  const [ours, theirs] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
  return {
    path,
    peer: 'the player of PLAYER_BEFORE',
    unit: 'ms',
    ours: median(ours),
    theirs: median(theirs),
    ratio: median(theirs) / median(ours),
    spread: [Math.min(...theirs) / Math.min(...ours), percentile(theirs, 0.95) / percentile(ours, 0.95)],
    goal: 1,
    floor: 0.95,
    note: `${spread(ours)}; there ${spread(theirs)}; spread: by the least and by p95`,
  };
};

const measure = async (size: RunSize): Promise<(Measured | Unmeasured)[]> => {
  const count = scaled(20, size);
  const browser = await launchShell();
  const started: PlayerUnderTest[] = [];
  try {
    const groups = scaled(20, size, 2);
    const site = await openPlayerPage(true, groups);
    started.push(site);
    // Whatever a browser does once.
    if (!size.cold) await timeDesigned(browser, site);
    const plain = await plainRow(browser, count, started);
    const designed = await inTurns(count, () => timeDesigned(browser, site));
    const late = await inTurns(count, () => timeLate(browser, site));
    const tasks = await inTurns(scaled(5, size), () => swipeThrough(browser, site, groups));
    return [
      plain,
      limited(
        'first designed story after the tap, its file loaded',
        goals.designed,
        designed.map(([ms]) => ms),
      ),
      limited('first designed story after the tap, its file loading', goals.designed, late),
      limited(
        'from an answer to its result',
        goals.result,
        designed.map(([, ms]) => ms),
      ),
      limited(`longest task while swiping through ${groups} designed stories`, goals.task, tasks),
    ];
  } finally {
    await browser.close();
    for (const one of started) await one.stop();
  }
};

/**
 * What a viewer waits for in the player, on this machine and with an empty cache: 360 × 640, pictures of 1080 × 1920, designs
 * of five components in one font. From the end of the tap until the frame after what is waited for.
 */
export const playerBenchmark: Benchmark = (size) =>
  orSkipped('the player', 'the limit', async () => {
    ensureBrowser();
    return measure(size);
  });
