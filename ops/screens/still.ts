import type { Page } from 'playwright-core';
import { isHeldBack } from './state.ts';

const quietMs = 200;
const patience = 20_000;
const tries = 12;
const between = 100;
/** So many pictures in a row are the same. */
const alike = 3;
/** Longer pages are cut: what repeats below shows nothing new. */
const tallest = 3200;

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Watches what a page asks for; answers a wait until nothing is under way any more. */
export const watchCalls = (page: Page): (() => Promise<void>) => {
  const open = new Set<object>();
  let last = performance.now();
  page.on('request', (request) => void open.add(request));
  const end = (request: object) => {
    open.delete(request);
    last = performance.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    const began = performance.now();
    const busy = () => [...open].some((request) => !isHeldBack(request)) || performance.now() - last < quietMs;
    while (busy()) {
      if (performance.now() - began > patience) throw new Error('The page never stops asking the server.');
      await wait(30);
    }
  };
};

const loadEverything = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });

/** A page of which nothing is to be seen has not begun: the part of it that is loaded for itself is still to come. */
export const hasBegun = (page: Page, begins = 'main') =>
  page.waitForFunction((selector) => {
    const main = document.querySelector(selector) ?? document.body;
    return [...main.querySelectorAll('*')].some((one) => {
      const { width, height } = one.getBoundingClientRect();
      return one.childElementCount === 0 && width > 1 && height > 1;
    });
  }, begins);

/** A picture of a page that stands still in its colours: the last of some that are the same. */
export const pictureOfPage = async (
  page: Page,
  calls: () => Promise<void>,
  { whole, colorScheme, begins }: { whole: boolean; colorScheme: 'light' | 'dark'; begins?: string | undefined },
): Promise<Buffer> => {
  await calls();
  await hasBegun(page, begins);
  await calls();
  await loadEverything(page);
  await page.waitForFunction((scheme) => document.documentElement.dataset.theme === scheme, colorScheme);
  await calls();
  const { width } = page.viewportSize()!;
  const shoot = async () => {
    const height = whole ? await page.evaluate(() => document.documentElement.scrollHeight) : 0;
    return page.screenshot({
      animations: 'disabled',
      caret: 'hide',
      ...(whole ? { fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(height, tallest) } } : {}),
    });
  };
  let before = await shoot();
  for (let at = 0, same = 1; at < tries; at += 1) {
    await wait(between);
    const now = await shoot();
    same = now.equals(before) ? same + 1 : 1;
    if (same === alike) return now;
    before = now;
  }
  throw new Error('The page never stands still.');
};
