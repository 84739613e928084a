import type { BrowserContextOptions, Page } from 'playwright-core';
import t from 'tap';
import { type ExamplePart, exampleDesign } from '#contracts/studio/examples.ts';
import { openChromium } from '#ops/testing/chromium.ts';
import { until } from '#ops/testing/stopwatch.ts';
import type { PlayerEvent, Story } from './protocol.ts';
import { startPage, startSdk } from './test-origin.ts';

type Seen = { violations: string[]; errors: string[]; events: { name: string; detail: Record<string, unknown> }[] };
declare global {
  interface Window {
    seen: Seen;
  }
}

/** A server that speaks the SDK protocol and remembers what it was sent, for one file after the other. */
export const sdk = await startSdk();
/** A page of another origin, under a strict policy, with the player on it. */
export const site = await startPage(sdk.origin);

const browser = await openChromium(t);
t.teardown(() => {
  sdk.close();
  site.close();
});

/** Opens the page in a browser of its own and waits for the first cover; `query` becomes attributes of the player. */
export async function visit(query: Record<string, string> = {}, options: BrowserContextOptions = {}, path = '/') {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.seen = { violations: [], errors: [], events: [] };
    addEventListener('error', ({ message }) => window.seen.errors.push(message));
    addEventListener('unhandledrejection', ({ reason }) => window.seen.errors.push(String(reason)));
    document.addEventListener('securitypolicyviolation', (event) =>
      window.seen.violations.push(event.violatedDirective),
    );
    for (const name of ['open', 'close', 'click', 'sent', 'track', 'answer', 'reminder', 'product']) {
      addEventListener(
        `story-rail:${name}`,
        (event) => window.seen.events.push({ name, detail: (event as CustomEvent).detail }),
        true,
      );
    }
  });
  await page.goto(`${site.origin}${path}?${new URLSearchParams(query)}`);
  await (path === '/frame' ? page.frameLocator('iframe') : page).locator('.cover').first().waitFor();
  return { context, page };
}

/** The screen that a design fills. */
export const screen = { viewport: { width: 360, height: 640 } };
/** A place from one side of the canvas to the other. */
export const at = (y: number, height = 130) => ({ position: { x: 20, y }, size: { width: 320, height } });
/** A story of a minute that nobody turns but who watches. */
export const designed = (name: string, parts: ExamplePart[], more: Partial<Story> = {}): Story =>
  sdk.story(name, { duration_ms: 60_000, ...more, studio: exampleDesign(...parts) });
/** What was read out last. */
export const spoken = (page: Page) => page.locator('dialog > [aria-live]').textContent();

/** The words above the story that shows. */
export const heading = (page: Page) => page.locator('dialog h2').textContent();
/** The address of the picture or video that shows. */
export const mediaSource = (page: Page) => page.locator('dialog .media').getAttribute('src');
/** Waits until the story whose medium ends so shows. */
export const shows = (page: Page, name: string) =>
  until(async () => (await mediaSource(page))?.endsWith(`-${name}`) ?? false, `story ${name}`);
/** Waits until the viewer is closed. */
export const gone = (page: Page) => until(async () => (await page.locator('dialog').count()) === 0, 'viewer closed');
/** What kinds of events these are. */
export const types = (events: PlayerEvent[]) => events.map((event) => event.type);
/** Opens a group by its cover and waits for its first medium. */
export const open = async (page: Page, index = 0) => {
  await page.locator('.cover').nth(index).click();
  await page.locator('dialog .media').waitFor();
};
/** Waits until an event of this kind has arrived. */
export const counted = (type: string) => until(() => types(sdk.counted()).includes(type as PlayerEvent['type']), type);
/** Drags the mouse from one place to another, in CSS pixels. */
export const drag = async (page: Page, from: [number, number], to: [number, number]) => {
  await page.mouse.move(...from);
  const devtools = await page.context().newCDPSession(page);
  const at = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', [x, y]: [number, number]) =>
    devtools.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: 1, clickCount: 1 });
  // Sent in one go: a press that lies still for 220 ms, since the machine is busy, holds and does not swipe.
  await Promise.all([
    at('mousePressed', from),
    at('mouseMoved', [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]),
    at('mouseMoved', to),
    at('mouseReleased', to),
  ]);
  await devtools.detach();
};

/** Lets the server hand out three groups with six stories, each of which shows so long. */
export function threeGroups(duration_ms: number | null = null) {
  const { group } = sdk;
  const story = (name: string) => sdk.story(name, { duration_ms });
  sdk.reset([
    group('One', [story('a'), story('b-even'), story('c')]),
    group('Two', [story('d-even'), story('e')]),
    group('Three', [story('f')]),
  ]);
}
