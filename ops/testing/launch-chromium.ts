import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const firstOf = (paths: (string | undefined)[]): string | undefined => paths.find((path) => path && existsSync(path));
const full = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'];
/** Chromium with windows, where there is one. */
export const fullBrowser = firstOf(full);
/** Chromium without what surrounds a page: the same pages for three quarters of the processor's time. */
const shell = firstOf([process.env.CHROMIUM_SHELL, '/usr/bin/chromium-headless-shell', ...full]);
/** What every Chromium of ours is started with. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The program that shows pages; fails without one. */
export const shellProgram = (): string => {
  if (shell) return shell;
  throw new Error('Chromium not found. Install the package "chromium", or set CHROMIUM to its path.');
};

/** Starts the Chromium without a window that CHROMIUM_SHELL or CHROMIUM names, or the system's; fails without one. */
export const launchShell = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: shellProgram(), args: [...browserFlags, ...more] });
