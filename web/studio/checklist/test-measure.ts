import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { bundlePage } from '#ops/testing/bundle-page.ts';
import { openChromium } from '#ops/testing/chromium.ts';
import type { MeasurePage } from './test-page.ts';

declare global {
  interface Window {
    contrast: MeasurePage;
  }
}

/** A page that measures the contrast of designs over the files that it is given, by their paths. */
export async function openContrastPage(
  t: Test,
  files: ReadonlyMap<string, { type: string; body: Buffer }>,
): Promise<Page> {
  const [script] = await bundlePage(join(import.meta.dirname, 'test-page'));
  const server = createServer(({ url = '/' }, response) => {
    const file = files.get(url);
    if (file) response.setHeader('content-type', file.type).end(file.body);
    else if (url === '/page.js') response.setHeader('content-type', 'text/javascript').end(script!.text);
    else
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><script type="module" src="/page.js"></script>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const browser = await openChromium(t);
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction(() => 'contrast' in window);
  return page;
}
