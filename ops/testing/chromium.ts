import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

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
