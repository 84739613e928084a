import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import t from 'tap';
import { adviseDesign } from '#contracts/studio/check/advise-design.ts';
import { storyMs } from '#contracts/studio/check/checked.ts';
import { type ExamplePart, exampleDesign } from '#contracts/studio/examples.ts';
import { withPictures } from '#contracts/studio/media.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { builtInTemplates } from '../templates/built-in-templates.ts';
import { drawnFilm } from './test-film.ts';
import { openContrastPage } from './test-measure.ts';

const drawn = (svg: string) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${svg}</svg>`))
    .png()
    .toBuffer();
/** Black on its left half, white on its right. */
const halves = await drawn(
  'width="720" height="1280"><rect width="360" height="1280"/><rect x="360" width="360" height="1280" fill="#fff"/>',
);
const wide = await drawn('width="1600" height="400"><rect width="1600" height="400"/>');

const folder = join(import.meta.dirname, '../templates/pictures');
const pictures = (await readdir(folder)).filter((name) => name.endsWith('.webp'));
const files = new Map<string, { type: string; body: Buffer }>([
  ['/halves', { type: 'image/png', body: halves }],
  ['/wide', { type: 'image/png', body: wide }],
  ['/film', { type: 'video/webm', body: await drawnFilm() }],
]);
for (const name of pictures) files.set(`/${name}`, { type: 'image/webp', body: await readFile(join(folder, name)) });

const page = await openContrastPage(t, files);
type Given = Parameters<Window['contrast']['measure']>[0];
const measured = async (given: Given) => {
  const { samples, turns } = await page.evaluate((one) => window.contrast.measure(one), given);
  return { samples: new Map(samples), turns };
};
/** The ratio of the one component of a design over a picture, to a tenth. */
const ratioOf = async (design: Studio, more: Partial<Given> = { image: '/halves' }): Promise<string | undefined> => {
  const { samples } = await measured({ studio: design, ...more });
  return samples.get('comp-0001')?.ratio.toFixed(1);
};
const words = (x: number, more: object = {}): ExamplePart => [
  'text',
  'comp-0001',
  { text: 'Wool', position: { x, y: 300 }, size: { width: 140, height: 60 }, ...more },
];

t.test('contrast is measured on what lies behind the words, as the design lays it', async (t) => {
  t.equal(await ratioOf(exampleDesign(words(20))), '21.0', 'white on the black half');
  t.equal(await ratioOf(exampleDesign(words(200))), '1.0', 'white on the white half');
  t.equal(await ratioOf(exampleDesign(words(200, { text_color: '#000000' }))), '21.0');
  t.equal(await ratioOf(exampleDesign(words(200, { background: '#000000' }))), undefined, 'a plain ground is known');
  t.equal(await ratioOf(exampleDesign(words(200, { background: '#00000080' }))), '4.0', 'white on what shines through');
  const laid = (medium: Partial<Studio['medium']>, ...parts: ExamplePart[]): Studio => {
    const design = exampleDesign(...parts);
    return { ...design, background: '#ffffff', medium: { ...design.medium, ...medium } };
  };
  t.equal(await ratioOf(laid({ zoom: 200, x: 0 }, words(200))), '21.0', 'nearer, at the left edge');
  t.equal(await ratioOf(laid({ fit: 'fit' }, words(20, { position: { x: 20, y: 100 } })), { image: '/wide' }), '1.0');
  t.equal(await ratioOf(laid({ fit: 'fit' }, words(20)), { image: '/wide' }), '21.0', 'in the middle lies the picture');
  t.equal(
    await ratioOf(laid({ fit: 'fit', y: 0 }, words(20)), { image: '/wide' }),
    '1.0',
    'but not when it is moved up',
  );
  t.equal(await ratioOf(laid({ fit: 'blur' }, words(20, { position: { x: 20, y: 100 } })), { image: '/wide' }), '21.0');
  const turned = words(100, { size: { width: 160, height: 20 }, rotation: 90, text: 'A long line of words' });
  t.equal(await ratioOf(exampleDesign(turned)), '1.0', 'a tenth and more of it is on white');
  const picture: ExamplePart = [
    'image',
    'image-001',
    { media: '/wide', position: { x: 190, y: 290 }, size: { width: 160, height: 80 }, opacity: 50 },
  ];
  t.equal(await ratioOf(exampleDesign(picture, words(200))), '4.0', 'a picture between them that shines through');
  const panel: ExamplePart = ['text', 'panel-001', { text: '', background: '#000000', position: { x: 230, y: 290 } }];
  t.equal(await ratioOf(exampleDesign(panel, words(200, { z_index: 1, text_align: 'end' }))), undefined, 'a plain box');
  t.equal(await ratioOf(exampleDesign(words(20)), { image: '/nothing' }).catch(() => 'no picture'), 'no picture');
});

t.test('a video is looked at when the words come, in the middle and before they go', async (t) => {
  const at = async (more: object) => {
    const { samples } = await measured({ studio: exampleDesign(words(20, more)), video: '/film', lengthMs: 2000 });
    const { ratio, at } = samples.get('comp-0001')!;
    return [ratio > 15 ? 'read' : ratio < 1.3 ? 'lost' : ratio, at];
  };
  t.same(await at({}), ['lost', 1000]);
  t.same(await at({ end_time: 800 }), ['read', 0]);
  t.same(await at({ text_color: '#000000', end_time: 1900 }), ['lost', 0]);
  t.same(await at({ text_color: '#000000', start_time: 1100 }), ['read', 1100]);
});

t.test('built-in templates are read well over their pictures', async (t) => {
  const nameOf = (address: string) => `/${address.split('/').at(-1)}`;
  for (const { id, studio, picture } of builtInTemplates(1_800_000_000)) {
    const design = withPictures(studio, nameOf);
    const { samples, turns } = await measured({ studio: design, ...(picture ? { image: nameOf(picture) } : {}) });
    t.ok(turns >= samples.size, `${id}: the page goes on in between`);
    const content = { title: 'One', type: 1 as const, hasMedium: picture !== null, studio: design, conditions: null };
    const facts = {
      videoMs: null,
      mediumSize: picture ? { width: 1080, height: 1920 } : null,
      samples,
      group: [],
      storyId: 'one',
      hasOldSdk: false,
    };
    const said = adviseDesign(content, facts).map(({ path, code, phrase, contrast }) => ({
      path,
      code,
      ...phrase.values,
      contrast,
    }));
    t.same(said, [], id);
    t.ok(storyMs(content, null)! <= 10_000, `${id}: nobody waits`);
  }
});
