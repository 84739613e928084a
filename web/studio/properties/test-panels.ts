import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { bundlePage } from '#ops/testing/bundle-page.ts';
import { openChromium } from '#ops/testing/chromium.ts';
import type { StoryContent } from '../state/story-content.ts';
import type { PanelPage, StudioScene } from './test-page.tsx';

declare global {
  interface Window {
    panels: PanelPage;
  }
}

const origin = 'http://studio.example';
const folder = import.meta.dirname;
const grid = `body{overflow:hidden}main{display:grid;grid-template:"left middle right" minmax(0,1fr) "left time right" auto/248px 1fr 312px;
  height:100vh}#left,#right{overflow:auto;background:var(--surface);border:0 solid var(--line)}#left{grid-area:left;border-right-width:1px}
  #right{grid-area:right;border-left-width:1px}#middle{grid-area:middle;overflow:auto;display:grid;justify-items:center}
  #time{grid-area:time;border-top:1px solid var(--line)}`;
const dot = Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64');

/** A part of a file, as a browser asks for it to wind a video. */
const partOf = (file: Buffer, range: string | undefined) => {
  const from = Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
  return {
    status: 206,
    headers: {
      'content-type': 'video/webm',
      'accept-ranges': 'bytes',
      'content-range': `bytes ${from}-${file.length - 1}/${file.length}`,
    },
    body: file.subarray(from),
  };
};

const bundled = bundlePage(join(folder, 'test-page'), { outdir: folder, loader: { '.woff2': 'dataurl' } });

/** Opens the page of test-page.tsx in a window of its own; `film` is what lies below /media/film.webm. */
export async function openPanels(t: Test, film?: Buffer): Promise<Page> {
  const files = await bundled;
  const text = (end: string) => files.find(({ path }) => path.endsWith(end))!.text;
  const html = `<!doctype html><html lang="en"><title>Panels</title><link rel="stylesheet" href="/panels.css"><style>${grid}</style>
    <header><h1 class="visually-hidden">Panels</h1></header><main></main><script type="module" src="/panels.js"></script></html>`;
  const context = await (await openChromium(t)).newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    bypassCSP: true,
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => t.fail(error.message));
  await context.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: html });
    if (pathname === '/panels.js') return route.fulfill({ contentType: 'text/javascript', body: text('.js') });
    if (pathname === '/panels.css') return route.fulfill({ contentType: 'text/css', body: text('.css') });
    if (film && pathname === '/media/film.webm') return route.fulfill(partOf(film, route.request().headers().range));
    if (pathname.startsWith('/media/')) return route.fulfill({ contentType: 'image/gif', body: dot });
    return route.fulfill({ status: 404 });
  });
  await page.goto(origin);
  await page.waitForFunction(() => 'panels' in window);
  return page;
}

/** Shows a story with its panels. */
export const showScene = (page: Page, scene: StudioScene): Promise<void> =>
  page.evaluate((given) => window.panels.show(given), scene);

/** The story as the panels have changed it. */
export const shownContent = (page: Page): Promise<StoryContent> => page.evaluate(() => window.panels.content());

/** Selects components. */
export const select = (page: Page, ...ids: string[]): Promise<void> =>
  page.evaluate((given) => window.panels.select(given), ids);
