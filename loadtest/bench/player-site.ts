import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { SdkGroup, SdkStory } from '#contracts/sdk/protocol.ts';
import { type ExamplePart, exampleDesign } from '#contracts/studio/examples.ts';
import { startPlainServer } from './peers.ts';

const built = new URL('../../dist/player/', import.meta.url);

const at = (y: number, height: number) => ({ position: { x: 20, y }, size: { width: 320, height } });

/** What stands on a designed story: five components in one font; its poll is answered. */
const parts: ExamplePart[] = [
  ['text', 'text-0001', at(100, 40)],
  ['poll', 'poll-0001', at(150, 130)],
  ['rating', 'rating-01', at(290, 110)],
  ['product_tag', 'tag-00001', { ...at(410, 70), dot: { x: 180, y: 500 } }],
  ['cta', 'swipe-001', at(560, 60)],
];

const results = {
  components: {
    'poll-0001': { total: 2, values: { A: 1, B: 1 } },
    'rating-01': { total: 1, values: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 1 } },
  },
};

const story = (address: string, designed: boolean): SdkStory => {
  const id = randomUUID();
  return {
    id,
    title: 'A coat',
    type: 1,
    media: `${address}media/${id}`,
    thumbnail: null,
    variants: [],
    mime_type: 'image/jpeg',
    button_text: '',
    outlink: '',
    deep_link: '',
    studio: designed ? exampleDesign(...parts) : null,
    conditions: null,
    sort_order: 0,
    duration_ms: 20_000,
  };
};

const group = (address: string, title: string, designed: boolean): SdkGroup => ({
  id: randomUUID(),
  title,
  icon: `${address}media/cover`,
  variants: [],
  thematic_icons: null,
  type: 'manual',
  pinned: false,
  sort_order: 0,
  template: null,
  settings: { description: '', cta_macro: null },
  stories: [story(address, designed)],
});

/** A page with a built player on it and all that it asks for, at one address. */
export interface PlayerUnderTest {
  address: string;
  /** From now on the file that draws designs is sent only once `release` is called. */
  hold(): void;
  release(): void;
  stop(): Promise<void>;
}

/** Starts such a page with so many groups of one story, plain or designed; `from` is the folder of a built player. */
export const openPlayerPage = async (
  designed: boolean,
  groups: number,
  from: string | URL = built,
): Promise<PlayerUnderTest> => {
  const picture = await sharp({
    create: {
      width: 1080,
      height: 1920,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer();
  const page =
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A shop</title>' +
    '<story-rail token="tok"></story-rail><script type="module" src="/sdk/v1/player.js"></script></html>';
  const folder = from instanceof URL ? from.pathname : `${from.replace(/[/]$/, '')}/`;
  const files = new Map<string, Buffer>();
  const file = async (name: string): Promise<Buffer> => {
    const known = files.get(name) ?? (await readFile(`${folder}${name}`));
    files.set(name, known);
    return known;
  };
  let document = {};
  let held = Promise.resolve();
  let release = () => {};
  const { port, stop } = await startPlainServer(async ({ url = '/' }, response) => {
    const send = (type: string, body: string | Buffer) => response.writeHead(200, { 'content-type': type }).end(body);
    const name = url.replace(/[?].*/, '').replace(/^[/]sdk[/]v1[/](modules[/])?/, '');
    if (name === '/') send('text/html', page);
    else if (name === 'tok/stories') send('application/json', JSON.stringify({ data: document }));
    else if (name === 'tok/results') send('application/json', JSON.stringify({ data: results }));
    else if (name === 'tok/events')
      response.writeHead(202, { 'content-type': 'application/json' }).end('{"data":{"accepted":1,"rejected":[]}}');
    else if (name.startsWith('/media/')) send('image/jpeg', picture);
    else if (/^fonts[/][\w.-]+woff2$/.test(name)) send('font/woff2', await file(name));
    else if (/^[a-z-]+[.]js$/.test(name)) {
      const content = await file(name);
      if (name === 'design.js') await held;
      send('text/javascript', content);
    } else response.writeHead(404).end();
  });
  const address = `http://127.0.0.1:${port}/`;
  const titles = Array.from({ length: groups }, (_, at) => `Shop ${at + 1}`);
  document = { app: {}, groups: titles.map((title) => group(address, title, designed)) };
  return {
    address,
    hold() {
      held = new Promise((done) => {
        release = done;
      });
    },
    release: () => release(),
    stop,
  };
};
