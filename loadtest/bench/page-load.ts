import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { type Continued, putSessionCookieInto } from '#ops/testing/browser-session.ts';

/** A connection that a page is loaded over; null: that of the machine. */
export interface Network {
  /** Bits per second. */
  down: number;
  up: number;
  /** Milliseconds that each request waits for its answer, besides the server's own. */
  latency: number;
}
export const fast3G: Network = { down: 1_600_000, up: 750_000, latency: 150 };

/** A page to load, by what is on it. */
export interface PageToLoad {
  path: string;
  /** The local storage that it finds. */
  storage: Record<string, string>;
  /** Begins the session that it is loaded in; without it nobody is signed in. */
  begin?: (() => Promise<Continued>) | undefined;
  /** CSS: what stands around every page, as grey shapes or for good. */
  frame: string;
  /** CSS: what the page is for, such as a card with its content. */
  card: string;
}

/** A load of a page with nothing in the browser's cache; moments in milliseconds from its beginning. */
export interface PageLoad {
  /** When the first thing was painted that has content; grey shapes are none. */
  contentful: number;
  /** From when on the frame was there without a gap. */
  frame: number;
  /** For how long it was gone again after it had first been there. */
  frameGone: number;
  card: number;
  /** When the last picture in sight was there; of a page without pictures 0. */
  pictures: number;
  /** When the card is there and no task over 50 ms comes any more. */
  interactive: number;
  /** The sum of layout shifts. */
  shift: number;
  /** The longest task, in ms; those up to 50 ms count as 0. */
  longestTask: number;
  requests: number;
  /** All that was received, with headers; `pictureBytes`: of pictures. */
  bytes: number;
  pictureBytes: number;
  /** Addresses of the script files, and when they were asked for. */
  scripts: { url: string; at: number }[];
}

interface Recorded {
  contentful: number;
  painted: number;
  frame: number | null;
  frameFirst: number | null;
  frameGone: number;
  card: number | null;
  picture: number;
  shift: number;
  tasks: [start: number, duration: number][];
}
const longestMs = 90_000;
/** For how long nothing may be under way before a page counts as loaded. */
const quietMs = 1500;

/** Runs in the page before anything of it: looks before each painting what is there. */
const record = ({ frame, card }: { frame: string; card: string }): void => {
  const seen: Recorded = {
    contentful: 0,
    painted: 0,
    frame: null,
    frameFirst: null,
    frameGone: 0,
    card: null,
    picture: 0,
    shift: 0,
    tasks: [],
  };
  Object.assign(window, { pageLoad: seen });
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.contentful = startTime;
    else seen.painted = startTime;
  });
  observe('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  observe('longtask', ({ startTime, duration }) => void seen.tasks.push([startTime, duration]));
  // Of the window no picture tells that it has loaded.
  document.addEventListener(
    'load',
    ({ target }) => {
      if (target instanceof HTMLImageElement) seen.picture = performance.now();
    },
    true,
  );
  const isShown = (selector: string) =>
    [...document.querySelectorAll(selector)].some((element) => element.getClientRects().length > 0);
  let last = 0;
  const look = () => {
    const now = performance.now();
    if (!isShown(frame)) {
      if (seen.frameFirst !== null) seen.frameGone += now - last;
      seen.frame = null;
    } else {
      seen.frame ??= now;
      seen.frameFirst ??= now;
    }
    if (seen.card === null && isShown(card)) seen.card = now;
    last = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};

/** Follows what a page asks for; files that are fetched ahead for other pages are no part of it. */
const followRequests = (client: CDPSession) => {
  const known = new Map<string, { url: string; type: string | undefined; ahead: boolean; at: number }>();
  const open = new Set<string>();
  let bytes = 0;
  let pictureBytes = 0;
  let last = performance.now();
  let first: number | null = null;
  client.on('Network.requestWillBeSent', ({ requestId, request: { url }, type, timestamp }) => {
    first ??= timestamp;
    const ahead = type === 'Fetch' && url.includes('/assets/');
    known.set(requestId, { url, type, ahead, at: (timestamp - first) * 1000 });
    if (!ahead) open.add(requestId);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = known.get(requestId);
    if (open.delete(requestId)) last = performance.now();
    if (!one || one.ahead) return;
    bytes += encodedDataLength;
    if (one.type === 'Image') pictureBytes += encodedDataLength;
  });
  client.on('Network.loadingFailed', ({ requestId }) => void open.delete(requestId));
  return {
    isQuiet: (ms: number) => open.size === 0 && performance.now() - last >= ms,
    result: () => {
      const own = [...known.values()].filter(({ ahead }) => !ahead);
      const scripts = own.filter(({ url }) => new URL(url).pathname.endsWith('.js'));
      return { requests: own.length, bytes, pictureBytes, scripts: scripts.map(({ url, at }) => ({ url, at })) };
    },
  };
};

const picturesAreThere = (): boolean =>
  [...document.images].every((picture) => {
    const { top, left, width } = picture.getBoundingClientRect();
    const isInSight = width > 0 && top < innerHeight && left < innerWidth;
    return picture.complete || !isInSight;
  });

const settled = async (page: Page, requests: ReturnType<typeof followRequests>, quiet: number): Promise<Recorded> => {
  for (const end = performance.now() + longestMs; performance.now() < end; await wait(100)) {
    const seen = await page.evaluate(() => (window as unknown as { pageLoad: Recorded }).pageLoad);
    if (seen.card !== null && requests.isQuiet(quiet) && (await page.evaluate(picturesAreThere))) return seen;
  }
  throw new Error(`${page.url()} was not there within ${longestMs} ms`);
};

const loadIn = async (
  context: BrowserContext,
  base: string,
  { path, storage, begin, frame, card }: PageToLoad,
  network: Network | null,
): Promise<PageLoad> => {
  if (begin) await putSessionCookieInto(context, base, await begin());
  await context.addInitScript((stored) => {
    if (location.protocol !== 'about:') Object.assign(localStorage, stored);
  }, storage);
  await context.addInitScript(record, { frame, card });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  if (network) {
    const { down, up, latency } = network;
    const throughput = { downloadThroughput: down / 8, uploadThroughput: up / 8 };
    await client.send('Network.emulateNetworkConditions', { offline: false, latency, ...throughput });
  }
  const requests = followRequests(client);
  await page.goto(base + path, { waitUntil: 'domcontentloaded' });
  const seen = await settled(page, requests, network ? quietMs : quietMs / 10);
  // A page that has no frame any more has none for good.
  const shown = seen.frame ?? Number.POSITIVE_INFINITY;
  return {
    contentful: seen.contentful,
    frame: Math.max(shown, seen.painted),
    frameGone: seen.frameGone,
    card: seen.card!,
    pictures: seen.picture,
    interactive: Math.max(seen.card!, ...seen.tasks.map(([start, duration]) => start + duration)),
    shift: seen.shift,
    longestTask: Math.max(0, ...seen.tasks.map(([, duration]) => duration)),
    ...requests.result(),
  };
};

/** Loads a page of a running product in a window of its own and measures it. */
export const loadPage = async (
  browser: Browser,
  base: string,
  page: PageToLoad,
  network: Network | null,
): Promise<PageLoad> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: 'Europe/Stockholm' });
  try {
    return await loadIn(context, base, page, network);
  } finally {
    await context.close();
  }
};

/** What files weigh as gzip, as the server sends them; what it does not say the length of counts as NaN. */
export const gzipBytes = async (addresses: readonly string[]): Promise<number> => {
  let sum = 0;
  for (const address of addresses) {
    const answer = await fetch(address, { headers: { 'accept-encoding': 'gzip' } });
    await answer.arrayBuffer();
    sum += Number(answer.headers.get('content-length') ?? Number.NaN);
  }
  return sum;
};
