import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ffmpeg from '@ffmpeg-installer/ffmpeg';
import sharp from 'sharp';
import { build } from 'vite';
import { sdkBatch, sdkEvent } from '#contracts/sdk/protocol.ts';
import type { StoryResults } from '#contracts/sdk/results.ts';
import { bundlePage } from '#ops/testing/bundle-page.ts';
import type { EventBatch, Group, PlayerEvent, Story } from './protocol.ts';

const folder = import.meta.dirname;
const built = join(folder, '../../dist/player');

/** The built player, its own file and those that it imports; it is built when one is missing or older than a source. */
export async function builtPlayer(): Promise<{ player: Buffer; modules: ReadonlyMap<string, Buffer> }> {
  const names = ['player.js', 'design.js', 'design-words.js', 'design-fonts.js'];
  const timeOf = (path: string) =>
    stat(path).then(
      (found) => found.mtimeMs,
      () => 0,
    );
  const oldest = Math.min(...(await Promise.all(names.map((name) => timeOf(join(built, name))))));
  const folders = [folder, join(folder, 'render'), join(folder, '../../contracts/studio')];
  const sources = await Promise.all(
    folders.map(async (place) => (await readdir(place)).map((name) => join(place, name))),
  );
  const times = sources.flat().filter((path) => path.endsWith('.ts') && !/test[^/]*$/.test(path));
  const newest = Math.max(...(await Promise.all(times.map(timeOf))));
  if (newest > oldest) await build({ configFile: join(folder, 'vite.config.ts'), logLevel: 'error' });
  const [player, ...modules] = await Promise.all(names.map((name) => readFile(join(built, name))));
  return { player: player!, modules: new Map(modules.map((content, at) => [names[at + 1]!, content])) };
}

/** The page of test-react.tsx with React in it, as one script. */
async function reactPage(): Promise<string> {
  const [script] = await bundlePage(join(folder, 'test-react'));
  return script!.text;
}

async function listen(handler: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handler);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function picture(colour: string): Promise<Buffer> {
  return sharp({ create: { width: 90, height: 160, channels: 3, background: colour } })
    .png()
    .toBuffer();
}

async function film(): Promise<Buffer> {
  const place = await mkdtemp(join(tmpdir(), 'film-'));
  const file = join(place, 'film.webm');
  const source = 'testsrc=size=90x160:rate=12:duration=2.6';
  await promisify(execFile)(ffmpeg.path, ['-f', 'lavfi', '-i', source, '-c:v', 'libvpx', '-b:v', '200k', file]);
  const bytes = await readFile(file);
  await rm(place, { recursive: true });
  return bytes;
}

/** The SDK's side of the protocol on its own origin: stories, events, media and the script. */
export async function startSdk() {
  const { player, modules } = await builtPlayer();
  const react = await reactPage();
  const [rose, teal, video] = await Promise.all([picture('#b03060'), picture('#106070'), film()]);
  const batches: EventBatch[] = [];
  const requests: string[] = [];
  const state = {
    status: 202,
    groups: [] as Group[],
    invalid: [] as string[],
    modules,
    results: null as (() => Promise<StoryResults['components']>) | null,
  };

  const read = async (request: IncomingMessage) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    return Buffer.concat(parts).toString();
  };

  async function accept(request: IncomingMessage, response: ServerResponse) {
    const batch = JSON.parse(await read(request)) as EventBatch;
    const checked = sdkBatch.safeParse(batch);
    if (!checked.success) state.invalid.push(checked.error.message);
    for (const event of batch.events) {
      const one = sdkEvent.safeParse(event);
      if (!one.success) state.invalid.push(one.error.message);
    }
    batches.push(batch);
    response.writeHead(state.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: { accepted: batch.events.length, rejected: [] } }));
  }

  async function tellResults(response: ServerResponse) {
    const components = await state.results?.();
    response.writeHead(components ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: { components } }));
  }

  function serveFilm(request: IncomingMessage, response: ServerResponse) {
    const range = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '');
    const from = Number(range?.[1] ?? 0);
    const to = Number(range?.[2] || video.length - 1);
    response.writeHead(range ? 206 : 200, {
      'content-type': 'video/webm',
      'accept-ranges': 'bytes',
      'content-length': to - from + 1,
      ...(range && { 'content-range': `bytes ${from}-${to}/${video.length}` }),
    });
    response.end(video.subarray(from, to + 1));
  }

  const server = await listen((request, response) => {
    const path = (request.url ?? '').split('?')[0]!;
    requests.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    response.setHeader('cache-control', 'no-cache');
    if (path === '/sdk/v1/player.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(player);
    else if (path.startsWith('/sdk/v1/modules/')) {
      const file = state.modules.get(path.slice('/sdk/v1/modules/'.length));
      response.writeHead(file ? 200 : 404, { 'content-type': 'text/javascript' }).end(file);
    } else if (path === '/react.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(react);
    else if (path === '/sdk/v1/tok/stories') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: { app: {}, groups: state.groups } }));
    } else if (path === '/sdk/v1/tok/results') void tellResults(response);
    else if (path === '/sdk/v1/tok/events' && request.method === 'POST') void accept(request, response);
    else if (path.startsWith('/media/film')) serveFilm(request, response);
    else if (path.startsWith('/media/broken')) response.writeHead(404).end();
    else if (path.startsWith('/media/')) {
      response.writeHead(200, { 'content-type': 'image/png' }).end(path.includes('even') ? teal : rose);
    } else response.writeHead(404, { 'content-type': 'application/json' }).end('{"code":"UnknownToken"}');
  });

  const story = (name: string, more: Partial<Story> = {}): Story => ({
    id: randomUUID(),
    title: `Title ${name}`,
    type: 1,
    media: `${server.origin}/media/${more.type === 2 ? 'film' : 'picture'}-${name}`,
    thumbnail: `${server.origin}/media/thumbnail-${name}`,
    variants: [],
    mime_type: more.type === 2 ? 'video/webm' : 'image/png',
    button_text: '',
    outlink: '',
    deep_link: '',
    studio: null,
    conditions: null,
    sort_order: 0,
    duration_ms: null,
    ...more,
  });
  const group = (name: string, stories: Story[]): Group => ({
    id: randomUUID(),
    title: name,
    icon: `${server.origin}/media/cover-${name}`,
    variants: [],
    thematic_icons: null,
    type: 'manual',
    pinned: false,
    sort_order: 0,
    template: null,
    settings: { description: '', cta_macro: null },
    stories,
  });

  return {
    ...server,
    state,
    story,
    group,
    batches,
    requests,
    /** Every event once, in the order of happening: what a server that drops repeated batch ids counts. */
    counted(): PlayerEvent[] {
      const first = new Map<string, EventBatch>();
      for (const batch of batches) if (!first.has(batch.batch_id)) first.set(batch.batch_id, batch);
      return [...first.values()].flatMap((batch) => batch.events);
    },
    media: () => requests.filter((url) => /^\/media\/(picture|film)/.test(url)),
    reset(groups: Group[]) {
      Object.assign(state, { status: 202, groups, invalid: [], modules, results: null });
      batches.length = 0;
      requests.length = 0;
    },
  };
}

/**
 * A foreign page that allows scripts, calls and media of one origin and not one inline style or script. Its query gives the
 * attributes of the bar, `above` and `below` how many empty lines stand around it, and `bars` how many there are. At `/nonce`
 * scripts are let in by a nonce alone, at `/unset` the page undoes all looks, at `/frame` it is framed by another.
 */
export async function startPage(sdk: string) {
  const policyFor = (scripts: string, styles: string) =>
    `default-src 'none'; script-src ${scripts}; connect-src ${sdk}; img-src ${sdk}; media-src ${sdk}; style-src ${styles}; frame-src 'self'`;
  const strict = policyFor(sdk, "'none'");
  return listen((request, response) => {
    const url = new URL(request.url ?? '/', 'http://page.test');
    if (url.pathname === '/react') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': strict });
      response.end(
        `<!doctype html><html lang="en"><title>A shop</title><div id="root"></div>` +
          `<script type="module" src="${sdk}/react.js"></script></html>`,
      );
      return;
    }
    if (url.pathname === '/unset.css') {
      response.writeHead(200, { 'content-type': 'text/css' }).end('*{all:unset}head{display:none}');
      return;
    }
    if (url.pathname === '/frame') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': strict });
      response.end(
        '<!doctype html><html lang="en"><title>A frame</title><iframe src="/" title="A shop" width="360" height="640"></iframe></html>',
      );
      return;
    }
    const { dir = 'ltr', above = 0, below = 0, bars = 1, ...given } = Object.fromEntries(url.searchParams);
    const attributes = Object.entries({ token: 'tok', ...given }).map(([name, value]) => ` ${name}="${value}"`);
    const lines = (count: string | number) => '<br>'.repeat(Number(count));
    const byNonce = url.pathname === '/nonce';
    const isUnset = url.pathname === '/unset';
    const allowed = policyFor(byNonce ? "'nonce-n1'" : sdk, isUnset ? "'self'" : "'none'");
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': allowed });
    response.end(
      `<!doctype html><html lang="en" dir="${dir}"><title>A shop</title>${isUnset ? '<link rel="stylesheet" href="/unset.css">' : ''}` +
        `<main><h1>Shop</h1>${lines(above)}` +
        `<story-rail${attributes.join('')}></story-rail>`.repeat(Number(bars)) +
        `${lines(below)}</main>` +
        `<script type="module"${byNonce ? ' nonce="n1"' : ''} src="${sdk}/sdk/v1/player.js"></script></html>`,
    );
  });
}
