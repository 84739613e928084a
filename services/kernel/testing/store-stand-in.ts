import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

/** An app that the stand-in has in its stores. */
export interface StandInApp {
  /** The number in Apple's store; null when it is only in Google's. */
  number: number | null;
  /** The package name or bundle id. */
  name: string;
  title: string;
  developer?: string;
  category?: string;
}

/** How the stand-in behaves: as the real stores do, or as something that has gone wrong. */
export type StandInMood = 'well' | 'silent' | 'dripping' | 'error' | 'junk' | 'huge' | 'loop' | 'inside' | 'another';

interface Stage {
  apps: StandInApp[];
  mood: StandInMood;
  /** Paths and queries that were asked for. */
  asked: string[];
}

const appleResult = ({ number, name, title, developer, category }: StandInApp, base: string) => ({
  wrapperType: 'software',
  kind: 'software',
  trackId: number,
  bundleId: name,
  trackName: title,
  artistName: developer ?? 'Marlow AB',
  sellerName: developer ?? 'Marlow AB',
  primaryGenreName: category ?? 'Shopping',
  artworkUrl60: `${base}/art/${name}/60.png`,
  artworkUrl100: `${base}/art/${name}/100.png`,
  artworkUrl512: `${base}/art/${name}/512.png`,
  trackViewUrl: `https://apps.apple.com/us/app/x/id${number}?uo=4`,
});

const applePart = (query: URLSearchParams, stage: Stage, base: string): unknown => {
  const inStore = stage.apps.filter((app) => app.number !== null);
  const term = query.get('term')?.toLowerCase();
  const found =
    term === undefined
      ? inStore.filter((app) => String(app.number) === query.get('id') || app.name === query.get('bundleId'))
      : inStore.filter((app) => app.title.toLowerCase().includes(term)).slice(0, Number(query.get('limit')));
  return { resultCount: found.length, results: found.map((app) => appleResult(app, base)) };
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const playPage = ({ name, title, developer, category }: StandInApp, base: string): string => {
  const described = {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: title,
    url: `https://play.google.com/store/apps/details/x?id=${name}&hl=en&gl=US`,
    operatingSystem: 'ANDROID',
    applicationCategory: category ?? 'SHOPPING',
    image: `${base}/art/${name}/512.png`,
    author: { '@type': 'Person', name: developer ?? 'Marlow AB' },
    offers: [{ '@type': 'Offer', price: '0', priceCurrency: 'USD' }],
  };
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)} - Apps on Google Play</title>
    <script nonce="x">var a = "</b>";</script></head><body><c-wiz>
    <script type="application/ld+json" nonce="x">{"@context":"https://schema.org","@type":"BreadcrumbList"}</script>
    <script type="application/ld+json" nonce="x">${JSON.stringify(described).replaceAll('</', '<\\/')}</script></c-wiz></body></html>`;
};

const playSearch = (query: URLSearchParams, { apps }: Stage): string => {
  const term = (query.get('q') ?? '').toLowerCase();
  const found = apps.filter((app) => app.title.toLowerCase().includes(term));
  const cards = found.map(
    ({ name, title }) => `<a class="x" href="/store/apps/details?id=${name}"><span>${escaped(title)}</span></a>`,
  );
  return `<!doctype html><html><body>${cards.join('')}${cards.join('')}</body></html>`;
};

const html = (response: ServerResponse, status: number, page: string) =>
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page);

const art = async (path: string, response: ServerResponse): Promise<void> => {
  if (path.includes('.svg')) return void response.writeHead(200, { 'content-type': 'image/png' }).end('<svg/>');
  const picture = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#123f35' } })
    .png()
    .toBuffer();
  response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
};

const answerWell = (url: URL, response: ServerResponse, stage: Stage): void => {
  const { pathname, searchParams, origin } = url;
  if (pathname.startsWith('/art/')) return void art(pathname, response);
  if (pathname === '/lookup' || pathname === '/search') {
    const text = `\n\n\n${JSON.stringify(applePart(searchParams, stage, origin))}\n`;
    return void response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(text);
  }
  if (pathname === '/store/search') return void html(response, 200, playSearch(searchParams, stage));
  const app = stage.apps.find((one) => one.name === searchParams.get('id'));
  if (pathname !== '/store/apps/details' || !app) return void html(response, 404, '<html>Not Found</html>');
  html(response, 200, playPage(app, origin));
};

const pour = (response: ServerResponse): void => {
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
  };
  response.writeHead(200, { 'content-type': 'text/html' }).on('drain', more);
  more();
};

const answerBadly = (mood: Exclude<StandInMood, 'well' | 'another'>, url: URL, response: ServerResponse): void => {
  switch (mood) {
    case 'silent':
      return;
    case 'dripping':
      return void response.writeHead(200, { 'content-type': 'text/html' }).write('{"resultCount"');
    case 'error':
      return void html(response, 503, 'Service unavailable');
    case 'junk':
      return void html(
        response,
        200,
        '<title>Before you go on</title><script type="application/ld+json">{"@type":</script>',
      );
    case 'huge':
      pour(response);
      return;
    case 'loop':
      return void response.writeHead(302, { location: url.href }).end();
    case 'inside':
      return void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
  }
};

/**
 * A server on loopback that speaks as Apple's search API and as Google Play's pages do, and can be put into a bad mood.
 * `stage` may be changed at any time.
 */
export const startStores = async (
  apps: StandInApp[],
): Promise<{ url: string; port: number; stage: Stage; stop(): Promise<void> }> => {
  const stage: Stage = { apps, mood: 'well', asked: [] };
  const server = createServer((request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    stage.asked.push(request.url ?? '/');
    if (stage.mood === 'another') {
      const liar = { ...stage, apps: stage.apps.map((app) => ({ ...app, number: 1, name: 'com.some.other' })) };
      const query = new URLSearchParams({ id: url.pathname === '/lookup' ? '1' : 'com.some.other' });
      return answerWell(new URL(`${url.pathname}?${query}`, url), response, liar);
    }
    if (stage.mood === 'well') return answerWell(url, response, stage);
    answerBadly(stage.mood, url, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    stage,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
};
