import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type ExamplePart, exampleDesign } from '#contracts/studio/examples.ts';
import type { ComponentKind } from '#contracts/studio/kinds.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { putSessionCookieInto, sessionStorageOf } from '#ops/testing/browser-session.ts';
import type { Harness, Person } from '#ops/testing/harness.ts';
import { launchShell } from '#ops/testing/launch-chromium.ts';
import { startExtraProcess } from './extra-processes.ts';
import { ensureBrowser } from './install.ts';
import { againstLimit } from './limit.ts';
import { type Benchmark, type Measured, median, orSkipped, percentile, type RunSize, scaled } from './measure.ts';
import { gzipBytes } from './page-load.ts';
import { longestTask } from './player.ts';
import { seedApp } from './seed.ts';
import { withProduct } from './with-product.ts';

/** Most kB of scripts, and most milliseconds. */
const goals = { scripts: 400, usable: 1500, task: 50, frame: 20, undo: 16, seen: 2000 };
/** How long each movement goes on, in ms. */
const movingMs = 10_000;
const full = 30;

const others: readonly ComponentKind[] = ['poll', 'quiz', 'reaction', 'rating', 'countdown', 'product_tag', 'cta'];

/** A design of so many components: one of each kind that is not a text or image, the others texts. */
const designOf = (count: number): Studio => {
  const parts = Array.from({ length: count }, (_, at): ExamplePart => {
    const kind = others[at - (count - others.length)] ?? 'text';
    const position = { x: 20 + (at % 3) * 110, y: 70 + Math.floor(at / 3) * 50 };
    return [kind, `part-${at + 1000}`, { position, ...(kind === 'text' && { size: { width: 100, height: 40 } }) }];
  });
  return { ...exampleDesign(...parts), background: '#204060' };
};

/** What a page keeps of the studio before anything of it runs. */
interface Seen {
  /** When a press on an element of the palette had added it, in ms from the beginning; null: not yet. */
  usable: number | null;
  frames: number[];
  /** Where the canvas shows each component. */
  shown: () => string;
}

/** Runs in the page before anything of it: presses 'Text' once the canvas is drawn with `drawn` components, and waits for one more. */
const watch = (drawn: number): void => {
  const shown = (): string =>
    [...(document.querySelector('section .design')?.shadowRoot?.querySelectorAll('.part') ?? [])]
      .map((part) => part.getAttribute('style'))
      .join('\n');
  const seen: Seen = { usable: null, frames: [], shown };
  Object.assign(window, { studioSeen: seen });
  const parts = (): number =>
    Math.max(
      0,
      ...[...document.querySelectorAll('.design')].map((one) => one.shadowRoot?.querySelectorAll('.part').length ?? 0),
    );
  let pressed = false;
  const look = (now: number) => {
    seen.frames.push(now);
    if (seen.usable === null) {
      const palette = document.querySelector('section[aria-label="Add to story"]');
      const text = [...(palette?.querySelectorAll('button') ?? [])].find(
        (button) => button.textContent?.trim() === 'Text',
      );
      if (!pressed && text && parts() === drawn) {
        pressed = true;
        text.click();
      } else if (pressed && parts() === drawn + 1) seen.usable = performance.now();
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

interface Ground {
  browser: Browser;
  h: Harness;
  address: string;
  owner: Person;
  app_id: string;
  instance_id: string;
  group_id: string;
  size: RunSize;
}

/** Makes a new story's draft with such a design; answers its id. */
const drawStory = async ({ h, owner, group_id }: Ground, studio: Studio): Promise<string> =>
  (await h.call(owner, 'POST', '/story/draft', { story_group_id: group_id, content: { title: 'Coats', studio } }))
    .story_id;

const openStudio = async (
  { browser, h, address, owner, app_id, instance_id, group_id }: Ground,
  storyId: string,
  drawn: number,
): Promise<{ context: BrowserContext; page: Page; scripts: string[] }> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await putSessionCookieInto(context, address, await h.signIn(owner.user_id, owner.account_id, owner.email));
  await context.addInitScript((stored) => {
    if (location.protocol !== 'about:') Object.assign(localStorage, stored);
  }, sessionStorageOf(owner));
  await context.addInitScript(watch, drawn);
  const page = await context.newPage();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('.js')) scripts.push(request.url());
  });
  await page.goto(`${address}/studio/${app_id}/${instance_id}/${group_id}?story=${storyId}`);
  return { context, page, scripts };
};

const usableAt = async (page: Page): Promise<number> => {
  const seen = await page.waitForFunction(() => (window as unknown as { studioSeen: Seen }).studioSeen.usable);
  return (await seen.jsonValue())!;
};

/** The studio from its address to the first edit, with nothing in the browser's cache. */
const openingRows = async (ground: Ground): Promise<Measured[]> => {
  const took: number[] = [];
  let before: string[] = [];
  const drawn = others.length + 1;
  const open = async (): Promise<number> => {
    const { context, page, scripts } = await openStudio(ground, await drawStory(ground, designOf(drawn)), drawn);
    const ms = await usableAt(page);
    before = [...scripts];
    await context.close();
    return ms;
  };
  if (!ground.size.cold) await open();
  while (took.length < ground.size.rounds) took.push(await open());
  const kB = (await gzipBytes(before)) / 1000;
  return [
    againstLimit(
      'scripts of the studio before the first edit, gzip',
      'kB',
      goals.scripts,
      [kB],
      `${before.length} files, aim 280 kB`,
    ),
    againstLimit(
      'studio, until a press on an element adds it',
      'ms',
      goals.usable,
      took,
      `of ${took.length} windows, from localhost`,
    ),
  ];
};

interface Point {
  x: number;
  y: number;
}

/** Moves the mouse for a while along a path, whose place is told by how much of it is done (0 to 1). */
const moveAlong = async (page: Page, ms: number, path: (part: number) => Point): Promise<void> => {
  const begun = performance.now();
  for (let now = begun; now < begun + ms; now = performance.now()) {
    const { x, y } = path((now - begun) / ms);
    await page.mouse.move(x, y);
  }
};

/** What moves in a studio: where the mouse is pressed, and along which path it goes. */
interface Movement {
  name: string;
  from: Point;
  path: (part: number) => Point;
}

const round =
  (middle: Point, width: number, height: number) =>
  (part: number): Point => ({
    x: middle.x + Math.sin(part * 40) * width,
    y: middle.y + Math.sin(part * 56) * height,
  });

const movementsOn = async (page: Page): Promise<Movement[]> => {
  const canvas = (await page.locator('section .design').first().boundingBox())!;
  const unit = canvas.width / 360;
  const at = (x: number, y: number): Point => ({ x: canvas.x + x * unit, y: canvas.y + y * unit });
  // The first text, 100 × 40 at 20, 70.
  const text = at(70, 90);
  await page.mouse.click(text.x, text.y);
  const corner = (await page.locator('[data-handle="se"]').boundingBox())!;
  const grip = { x: corner.x + corner.width / 2, y: corner.y + corner.height / 2 };
  const time = (await page.getByRole('slider', { name: 'Time shown', exact: true }).first().boundingBox())!;
  const middle = { x: time.x + time.width / 2, y: time.y + time.height / 2 };
  return [
    { name: 'resizing', from: grip, path: round(grip, 60 * unit, 60 * unit) },
    { name: 'dragging', from: text, path: round(at(180, 300), 140 * unit, 220 * unit) },
    { name: 'a marquee', from: at(4, 4), path: round(at(250, 400), 100 * unit, 220 * unit) },
    {
      name: 'scrubbing',
      from: middle,
      path: (part) => ({ ...middle, x: middle.x + (Math.sin(part * 40) * time.width) / 2.2 }),
    },
  ];
};

interface Traced {
  longest: number;
  /** The same in time of the processor. */
  worked: number;
  /** Times between frames. */
  frames: number[];
}

/** The longest task while something is done, and how long its frames took. */
const traced = async (browser: Browser, page: Page, work: () => Promise<unknown>): Promise<Traced> => {
  await page.evaluate(() => {
    const { studioSeen } = window as unknown as { studioSeen: Seen };
    studioSeen.frames.length = 0;
  });
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await work();
  const moments = await page.evaluate(() => [...(window as unknown as { studioSeen: Seen }).studioSeen.frames]);
  const trace = String(await browser.stopTracing());
  const [longest, worked] = [longestTask(trace), longestTask(trace, 'tdur')];
  return { longest, worked, frames: moments.slice(1).map((moment, at) => moment - moments[at]!) };
};

const shownOn = (page: Page): Promise<string> =>
  page.evaluate(() => (window as unknown as { studioSeen: Seen }).studioSeen.shown());

/** Presses keys and waits until the canvas shows something else and that frame is done; throws where it never does. */
const pressUntilDrawn = async (page: Page, keys: string, was: string): Promise<void> => {
  await page.keyboard.press(keys);
  await page.waitForFunction((was) => (window as unknown as { studioSeen: Seen }).studioSeen.shown() !== was, was);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
};

const movingRow = (name: string, { longest, worked, frames }: Traced): Measured[] => {
  const p95 = percentile(frames, 0.95);
  const note = `at most ${worked.toFixed(1)} ms of processor time; ${frames.length} frames, median ${median(frames).toFixed(1)} ms`;
  return [
    againstLimit(
      `studio, ${name} with ${full} components, the longest task`,
      'ms',
      goals.task,
      [Math.max(1, longest)],
      note,
    ),
    againstLimit(`studio, ${name} with ${full} components, frames, p95`, 'ms', goals.frame, [p95], note),
  ];
};

/** A draft of 30 components that is moved about and undone. */
const movingRows = async (ground: Ground): Promise<Measured[]> => {
  const { browser, size } = ground;
  // One is added when the page is there.
  const { context, page } = await openStudio(ground, await drawStory(ground, designOf(full - 1)), full - 1);
  try {
    await usableAt(page);
    const rows: Measured[] = [];
    for (const { name, from, path } of await movementsOn(page)) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      // Whatever a first movement makes.
      await moveAlong(page, Math.min(500, movingMs * size.scale), path);
      rows.push(...movingRow(name, await traced(browser, page, () => moveAlong(page, movingMs * size.scale, path))));
      await page.mouse.up();
    }
    const steps = scaled(20, size);
    const undone: Traced[] = [];
    for (let step = 0; step < steps; step += 1) {
      const was = await shownOn(page);
      undone.push(await traced(browser, page, () => pressUntilDrawn(page, 'ControlOrMeta+z', was)));
      await pressUntilDrawn(page, 'ControlOrMeta+Shift+z', await shownOn(page));
      if ((await shownOn(page)) !== was) throw new Error('what was undone and redone is not as it was');
    }
    const p95 = (of: (one: Traced) => number): number => Math.max(1, percentile(undone.map(of), 0.95));
    const note = `p95 ${p95(({ worked }) => worked).toFixed(1)} ms of processor time, of ${steps}`;
    rows.push(
      againstLimit('studio, undo, the longest task, p95', 'ms', goals.undo, [p95(({ longest }) => longest)], note),
    );
    return rows;
  } finally {
    await context.close();
  }
};

/** From somebody's save until the studio of another who looks at that story shows it. */
const seenRow = async (ground: Ground): Promise<Measured> => {
  const { h, owner, address, size } = ground;
  const story_id = await drawStory(ground, designOf(others.length));
  const writer = await h.person({ account_id: owner.account_id });
  let rev = 1;
  const save = async (title: string) => {
    const answer = await fetch(`${address}/api/story/draft`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${writer.token}`,
        'content-type': 'application/json',
        'if-match': `"${rev}"`,
      },
      body: JSON.stringify({ story_id, content: { title, studio: designOf(others.length) } }),
    });
    if (answer.status !== 200) throw new Error(await answer.text());
    rev += 1;
  };
  await save('Written elsewhere');
  const { context, page } = await openStudio(ground, story_id, -1);
  try {
    const title = page.getByRole('heading', { level: 1 });
    await title.getByText('Written elsewhere').waitFor();
    const took: number[] = [];
    for (let turn = 1; turn <= scaled(20, size); turn += 1) {
      const start = performance.now();
      await save(`Turn ${turn} of another`);
      await title.getByText(`Turn ${turn} of another`).waitFor();
      took.push(performance.now() - start);
    }
    const note = `median ${median(took).toFixed(0)} ms of ${took.length}`;
    return againstLimit(
      "another's save on the page of a studio, p95",
      'ms',
      goals.seen,
      [percentile(took, 0.95)],
      note,
    );
  } finally {
    await context.close();
  }
};

const measure = async (h: Harness, size: RunSize): Promise<Measured[]> => {
  const owner = await h.person();
  const { app_id, instance_id, groups } = await seedApp(h, owner, 1, 1);
  const served = await startExtraProcess(h, 'studio', 'api,sdk,web');
  const browser = await launchShell();
  try {
    const { address } = served;
    const ground: Ground = { browser, h, address, owner, app_id, instance_id, group_id: groups[0]!.group_id, size };
    return [...(await openingRows(ground)), ...(await movingRows(ground)), await seenRow(ground)];
  } finally {
    await browser.close();
    await served.stop();
  }
};

/** The built studio in Chromium: what it loads, when it can be used, and how it moves with as many components as there may be. */
export const studioBenchmark: Benchmark = (size) =>
  orSkipped('studio', 'the limit', async () => {
    ensureBrowser();
    return withProduct((h) => measure(h, size));
  });
