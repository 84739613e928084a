import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import type { Test } from 'tap';
import { browserFlags, fullBrowser, launchShell } from './launch-chromium.ts';
import { freePort } from './running.ts';

// A page of a test ends before compiling its scripts a second and a third time could pay.
const interpreted = '--js-flags=--no-maglev,--no-turbofan';
let started: Promise<Browser> | undefined;

/**
 * The Chromium without a window of this process, that of CHROMIUM_SHELL or CHROMIUM or the system's, which ends with
 * the process; the test's end closes its windows. Fails when there is none.
 */
export const openChromium = async (t: Test): Promise<Browser> => {
  if (!started) {
    started = launchShell([interpreted]);
    // Only where it is needed: whoever loads it is a test.
    const { default: root } = await import('tap');
    root.teardown(async () => (await started)?.close());
  }
  const browser = await started;
  t.teardown(async () => {
    for (const window of browser.contexts()) await window.close();
  });
  return browser;
};

/**
 * Starts Chromium with one window whose tabs are those of a person: of its pages only the one in front is visible,
 * which those of `openChromium` always are. Fails when there is no Chromium.
 */
export const launchRealTabs = async (): Promise<{ context: BrowserContext; close: () => Promise<void> }> => {
  const port = await freePort();
  const args = [...browserFlags, `--remote-debugging-port=${port}`];
  const server = await chromium.launchServer({ executablePath: fullBrowser!, args });
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true });
  const close = async () => {
    await browser.close();
    await server.close();
  };
  return { context: browser.contexts()[0]!, close };
};
