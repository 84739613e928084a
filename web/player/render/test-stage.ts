import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import t from 'tap';
import type { Studio } from '#contracts/studio/shape.ts';
import { bundlePage } from '#ops/testing/bundle-page.ts';
import { openChromium } from '#ops/testing/chromium.ts';
import type { RenderPage, SentState } from './test-page.ts';

declare global {
  interface Window {
    designs: RenderPage;
    violations: string[];
  }
}

const folder = import.meta.dirname;
const [bundled] = await bundlePage(join(folder, 'test-page'));
const script = bundled!.text;
const picture = await sharp({ create: { width: 90, height: 160, channels: 3, background: '#e8d9c4' } })
  .png()
  .toBuffer();

/** A page under a strict policy whose rules undo all looks of what is not in a shadow. */
const server = createServer((request, response) => {
  if (request.url === '/page.js') response.setHeader('content-type', 'text/javascript').end(script);
  else if (request.url === '/page.css')
    response
      .setHeader('content-type', 'text/css')
      .end('*{all:unset}head{display:none}main{display:block;position:absolute;left:0;top:0;width:360px;height:640px}');
  else if (request.url?.startsWith('/media/')) response.setHeader('content-type', 'image/png').end(picture);
  else
    response
      .setHeader('content-type', 'text/html')
      .setHeader('content-security-policy', "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'")
      .end(
        '<!doctype html><html lang="en"><title>Designs</title><link rel="stylesheet" href="/page.css"><main></main><script type="module" src="/page.js"></script></html>',
      );
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const { port } = server.address() as AddressInfo;
const browser = await openChromium(t);
t.teardown(() => {
  server.closeAllConnections();
  server.close();
});

/** How a page of designs is opened: its language, the moment that countdowns know (unix ms), and whether it can be reached. */
export interface StageOptions extends BrowserContextOptions {
  language?: string;
  rtl?: boolean;
  now?: number;
  still?: boolean;
}

/** Opens a page with an empty renderer on a host of 360 × 640. */
export async function openStage({
  language = 'en',
  rtl = false,
  now = 0,
  still = false,
  ...options
}: StageOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, ...options });
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) => window.violations.push(event.violatedDirective));
  });
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.waitForFunction(() => 'designs' in window);
  await page.evaluate((given) => window.designs.make(given), { locale: language, rtl, now, still });
  return page;
}

/** Draws a design and its states. */
export const drawn = (page: Page, studio: Studio, state: SentState = {}): Promise<void> =>
  page.evaluate(([studio, state]) => window.designs.draw(studio, state), [studio, state] as const);
