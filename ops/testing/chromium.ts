import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import root, { type Test } from 'tap';
import { freePort } from './running.ts';

const firstOf = (paths: (string | undefined)[]): string | undefined => paths.find((path) => path && existsSync(path));
const full = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'];
const program = firstOf(full);
/** Chromium without what surrounds a page: the same pages for three quarters of the processor's time. */
const shell = firstOf([process.env.CHROMIUM_SHELL, '/usr/bin/chromium-headless-shell', ...full]);
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let started: Promise<Browser> | undefined;

/**
 * The Chromium without a window of this process, that of CHROMIUM_SHELL or CHROMIUM or the system's, which ends with
 * the process; the test's end closes its windows. Fails when there is none.
 */
export const openChromium = async (t: Test): Promise<Browser> => {
  if (!started) {
    started = chromium.launch({ executablePath: shell!, args: flags });
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
  const args = [...flags, `--remote-debugging-port=${port}`];
  const server = await chromium.launchServer({ executablePath: program!, args });
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true });
  const close = async () => {
    await browser.close();
    await server.close();
  };
  return { context: browser.contexts()[0]!, close };
};
