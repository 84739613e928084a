import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** The options of a browser context, with the size of its pages in CSS pixels. */
export type ContextOptions = Omit<BrowserContextOptions, 'viewport'> & { viewport: { width: number; height: number } };
type Call = (...given: unknown[]) => unknown;

/** Stands in the storage of a window that was given what it begins with: who signs out there stays signed out. */
const begun = 'storyrail.tests.begun';

/** What tests listen to, as opposed to what the driver itself does. */
const heard = {
  page: ['request', 'requestfinished', 'requestfailed', 'response', 'console', 'dialog', 'download', 'popup'],
  window: ['request', 'requestfinished', 'requestfailed', 'response', 'console', 'dialog', 'page', 'weberror'],
};
const forget = async (from: BrowserContext | Page, events: readonly string[]): Promise<void> => {
  for (const event of events) from.removeAllListeners(event);
  await from.unrouteAll({ behavior: 'ignoreErrors' });
};
/** Calls `first` before each call of these methods. */
const before = <T extends object>(on: T, names: readonly (keyof T)[], first: () => void): void => {
  for (const name of names) {
    const method = on[name] as Call;
    const both: Call = (...given) => {
      first();
      return method.apply(on, given);
    };
    Object.assign(on, { [name]: both });
  }
};

/** One context that can be closed and opened again. */
const makeWindow = async (context: BrowserContext, base: string, putBack: () => void) => {
  const { newPage, close, addInitScript } = context;
  let options: ContextOptions | null = null;
  let stored: { dispose(): Promise<void> } | null = null;
  /** The page that outlives closing, and whether somebody has it. */
  let tab: Page | null = null;
  let isTaken = false;
  // What could not be taken back has happened: a clock was set, a script added, another site visited.
  let isSpoilt = false;
  const spoil = () => {
    isSpoilt = true;
  };
  before(context, ['addInitScript', 'newCDPSession', 'exposeBinding', 'exposeFunction', 'setOffline'], spoil);
  before(context, ['setExtraHTTPHeaders', 'setGeolocation', 'routeWebSocket', 'routeFromHAR'], spoil);
  before(context.clock, ['install', 'setFixedTime', 'setSystemTime'], spoil);

  const dress = async (page: Page): Promise<Page> => {
    before(page, ['addInitScript', 'exposeBinding', 'exposeFunction', 'addLocatorHandler'], spoil);
    before(page, ['setExtraHTTPHeaders', 'routeWebSocket', 'routeFromHAR'], spoil);
    page.on('crash', spoil);
    return page;
  };
  const fit = async (page: Page): Promise<Page> => {
    const { viewport, colorScheme = 'light', reducedMotion = 'no-preference' } = options!;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null, colorScheme, reducedMotion });
    return page.on('framenavigated', (frame) => {
      if (frame.url() !== 'about:blank' && !frame.url().startsWith(`${base}/`)) spoil();
    });
  };
  const rest = async (page: Page): Promise<void> => {
    await forget(page, [...heard.page, 'pageerror', 'framenavigated']);
    await page.goto(`${base}/health/live`);
    await page.evaluate(() => sessionStorage.clear());
    await page.mouse.move(-1, -1);
    isTaken = false;
  };
  const openTab = async (): Promise<Page> => {
    const page = await newPage.call(context);
    const end = page.close;
    page.close = (how) => (isTaken && !isSpoilt ? rest(page) : end.call(page, how));
    return page;
  };
  const empty = async (): Promise<boolean> => {
    if (!tab || tab.isClosed() || isSpoilt) return false;
    const kept = tab;
    for (const page of context.pages()) if (page !== kept) await page.close();
    await forget(context, heard.window);
    await stored?.dispose();
    await rest(kept);
    await kept.evaluate(() => localStorage.clear());
    await context.clearCookies();
    await context.clearPermissions();
    return !isSpoilt;
  };

  context.newPage = async () => {
    if (tab && isTaken) return fit(await dress(await newPage.call(context)));
    const page: Page = tab ?? (await dress(await openTab()));
    tab = page;
    isTaken = true;
    return fit(page);
  };
  context.close = async (how) => {
    if (!options) return;
    const isEmpty = await empty().catch(() => false);
    options = null;
    if (isEmpty) putBack();
    else await close.call(context, how);
  };

  return async (now: ContextOptions, storage: Record<string, string>): Promise<BrowserContext> => {
    options = now;
    // A window begins on an empty page, which has no storage.
    const begin = JSON.stringify({ ...storage, [begun]: '' });
    const content = `if (location.protocol !== 'about:' && !('${begun}' in localStorage)) Object.assign(localStorage, ${begin})`;
    stored = await addInitScript.call(context, { content });
    return context;
  };
};

type Open = Awaited<ReturnType<typeof makeWindow>>;
const closedOf = new WeakMap<Browser, Map<string, Open[]>>();

/**
 * A pool of browser contexts in which the first page of `base` finds this in its local storage. A closed one is reused for
 * whoever asks for one of its kind: with the files and scripts that it has cached, and without its storage, cookies,
 * routes, listeners and pages. The first page in a new context costs 1.4 s of processor, in a reused one 0.5 s.
 */
export const createContextPool = (browser: Browser, base: string) => {
  const closed = closedOf.get(browser) ?? new Map<string, Open[]>();
  closedOf.set(browser, closed);
  return async (options: ContextOptions, storage: Record<string, string>): Promise<BrowserContext> => {
    const { viewport: _size, colorScheme: _scheme, reducedMotion: _motion, ...rest } = options;
    const kind = JSON.stringify([base, rest]);
    const alike = closed.get(kind) ?? [];
    closed.set(kind, alike);
    const again = alike.pop();
    if (again) return again(options, storage);
    const context = await browser.newContext(options);
    const open = await makeWindow(context, base, () => alike.push(open));
    return open(options, storage);
  };
};
