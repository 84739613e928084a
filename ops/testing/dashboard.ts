import { randomBytes } from 'node:crypto';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import type { Test } from 'tap';
import type { EpochMs } from '#contracts/time.ts';
import { dashboardRoutes, playerRoutes } from '../start/web-routes.ts';
import { putSessionCookieInto, sessionStorageOf, signInOn } from './browser-session.ts';
import { openChromium } from './chromium.ts';
import { type ContextOptions, createContextPool } from './context-pool.ts';
import { type Person, startHarness } from './harness.ts';
import { stablePort } from './running.ts';
import { until } from './stopwatch.ts';

/** A picture of one colour with a word on it, as PNG. */
export const drawnPicture = (word: string, colour: string, width = 540, height = 960): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colour}"/>
       <text x="50%" y="50%" font-size="72" font-family="sans-serif" fill="#fff" text-anchor="middle">${word}</text></svg>`,
    ),
  )
    .png()
    .toBuffer();

/**
 * Faults that a page shows to nobody: errors in scripts and what the content policy refused; answers of 4xx and 5xx are
 * none.
 */
export const collectPageErrors = (context: BrowserContext): string[] => {
  const faults: string[] = [];
  context.on('weberror', (error) => void faults.push(error.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error' && !/status of [45]\d\d/.test(message.text())) faults.push(message.text());
  });
  return faults;
};

/** Waits until what an element shows matches: what a click opens is there before its text is. */
export const untilShown = (element: Locator, text: RegExp): Promise<void> =>
  until(async () => text.test(await element.innerText()), `${text}`);

interface DashboardOptions {
  now?: () => EpochMs;
  settings?: Record<string, string>;
  name?: 'localhost';
}

/**
 * A harness that serves the built dashboard on a port of its own, and a browser in which people are signed in. It stands at
 * an IP address, or at a `name`, which passkeys need.
 */
export const startDashboard = async (t: Test, options: DashboardOptions = {}) =>
  serveDashboard(t, await openChromium(t), options);

/** The same outside of tests, with a browser that whoever gave it closes. */
export const serveDashboard = async (
  t: Pick<Test, 'teardown'>,
  browser: Browser,
  { settings, name, ...options }: DashboardOptions = {},
) => {
  const port = await stablePort();
  const base = `http://${name ?? '127.0.0.1'}:${port}`;
  const named: Record<string, string> = name ? { PUBLIC_URL: base } : {};
  const h = await startHarness(t, {
    ...options,
    settings: { ...settings, ...named, PORT: String(port) },
    pages: [playerRoutes, dashboardRoutes],
  });
  await h.server.listen({ port, host: '127.0.0.1' });
  const openWindow = createContextPool(browser, base);

  const look: ContextOptions = {
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Europe/Stockholm',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  };
  /** A window in which nobody is signed in. */
  const strangersWindow = async (more: Partial<ContextOptions> = {}): Promise<BrowserContext> => {
    const context = await openWindow({ ...look, ...more }, {});
    context.setDefaultTimeout(45_000);
    return context;
  };

  // What the dashboard knows a release by whose pages this browser has fetched.
  const [, fetched = ''] = (await h.server.inject('/login')).body.match(/"(\/assets\/first-[^"]+)"/) ?? [];
  /** A window with a session of its own in which a person is signed in, has been before and has the first steps behind them (unless `newcomer`). */
  const windowOf = async (
    person: Person,
    { newcomer, ...more }: Partial<ContextOptions> & { newcomer?: boolean } = {},
  ): Promise<BrowserContext> => {
    const session = await h.signIn(person.user_id, person.account_id, person.email);
    const context = await openWindow(
      { ...look, ...more },
      {
        ...sessionStorageOf(person),
        ...(newcomer
          ? {}
          : {
              'storyrail.fetched': fetched,
              [`RaStore.${person.user_id}.help.begun`]: '1',
              [`RaStore.${person.user_id}.first-steps.${person.account_id}`]: '"done"',
            }),
      },
    );
    await putSessionCookieInto(context, base, session);
    context.setDefaultTimeout(45_000);
    return context;
  };

  /** Signs a person in on an open page, as in another tab of its browser, with a session of its own. */
  const signInAs = async (page: Page, { user_id, account_id, email }: Person): Promise<void> =>
    signInOn(page, base, await h.signIn(user_id, account_id, email));

  /** Puts a picture into the account through the upload; answers its address. */
  const upload = async (person: Person, content: Buffer): Promise<string> => {
    const boundary = `part-${randomBytes(8).toString('hex')}`;
    const body = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const answer = await h.inject('POST', '/api/upload', { as: person, body, headers });
    if (answer.statusCode >= 300) throw new Error(answer.body);
    return answer.json().data.file;
  };

  return { ...h, base, windowOf, strangersWindow, signInAs, upload };
};
export type Dashboard = Awaited<ReturnType<typeof startDashboard>>;
