import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { freePort } from './running.ts';

const program = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path && existsSync(path),
);
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts Chromium without a window: that of CHROMIUM, or the system's. Fails when there is none. */
export const launchChromium = (): Promise<Browser> => chromium.launch({ executablePath: program!, args: flags });

/**
 * Starts Chromium with one window whose tabs are those of a person: of its pages only the one in front is visible, which
 * those of `launchChromium` always are. Fails when there is no Chromium.
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
