import t from 'tap';
import { type BrandKit, emptyBrandKit } from '#contracts/account/brand-kit.ts';
import { blankComponent, blankDesign, withComponent } from '#contracts/studio/blank.ts';
import { adviseDesign } from '#contracts/studio/check/advise-design.ts';
import { checkDesign } from '#contracts/studio/check/check-design.ts';
import type { ContrastSample } from '#contracts/studio/check/checked.ts';
import { luminanceOf } from '#contracts/studio/check/contrast.ts';
import { type ExamplePart, exampleDesign } from '#contracts/studio/examples.ts';
import { flatten } from '#contracts/studio/flat.ts';
import type { Box } from '#contracts/studio/geometry.ts';
import { withPictures } from '#contracts/studio/media.ts';
import { studio as studioSchema } from '#contracts/studio/studio.ts';
import { createRandom } from '#ops/testing/random.ts';
import { sampleOf, worstSample } from '../checklist/contrast-sample.ts';
import { behindWords, placeOfLogo } from './built-in/picture-facts.ts';
import { builtInTemplates } from './built-in-templates.ts';
import { type BrandedFacts, inBrand, isEmptyKit } from './in-brand.ts';
import { lightRangeOf, onCanvas, pixelsIn, smallPicture, wordsOnPicture } from './test-behind.ts';
import { differentKits, randomKit } from './test-kits.ts';

const now = 1_800_000_000;
const all = builtInTemplates(now);
const pictures = new Map(await Promise.all(all.map(async (one) => [one.id, await smallPicture(one)] as const)));
const logos = {
  light: { src: '/media/light.png', width: 400, height: 90, alt: 'Northfold' },
  dark: { src: '/media/dark.png', width: 200, height: 200, alt: 'Northfold' },
};
const factsOf = ({ id, picture }: (typeof all)[number], kit: BrandKit): BrandedFacts => ({
  hasMedium: picture !== null,
  behind: behindWords(id),
  logoPlace: placeOfLogo(id),
  logos: { ...(kit.logo.light && { light: logos.light }), ...(kit.logo.dark && { dark: logos.dark }) },
});

/** So many pixels of a place are looked at. */
const most = 80;
const seen = new Map<string, readonly number[]>();
const pixelsBehind = (id: string, box: Box): readonly number[] => {
  const key = JSON.stringify([id, box]);
  const found = seen.get(key);
  if (found) return found;
  const pixels = pixelsIn(pictures.get(id)!, box);
  const step = Math.ceil(pixels.length / most);
  const some = pixels.filter((_, at) => at % step === 0).flatMap((color) => [...color, 255]);
  seen.set(key, some);
  return some;
};

/** What stands against a template in a brand. */
function faultsOf(template: (typeof all)[number], kit: BrandKit): string[] {
  const studio = inBrand(template.studio, kit, factsOf(template, kit));
  const found = new Map<string, ContrastSample[]>();
  for (const { one, written } of wordsOnPicture({ ...template, studio })) {
    const sample = sampleOf(written, pixelsBehind(template.id, onCanvas(one, written.box)), 0);
    if (sample) found.set(one.component.id, [...(found.get(one.component.id) ?? []), sample]);
  }
  const samples = new Map([...found].map(([id, list]) => [id, worstSample(list)!]));
  const content = {
    title: 'One',
    type: 1 as const,
    hasMedium: template.picture !== null,
    studio,
    conditions: null,
  };
  const parsed = studioSchema.safeParse(withPictures(studio, () => `/media/${'a'.repeat(64)}.webp`));
  return [
    ...(parsed.success ? [] : [parsed.error.message]),
    ...checkDesign(content, { now, videoMs: null, before: null, laterStories: new Set() }),
    ...adviseDesign(content, {
      videoMs: null,
      mediumSize: { width: 1080, height: 1920 },
      samples,
      group: [],
      storyId: 'one',
      hasOldSdk: false,
    }),
  ].map((fault) =>
    typeof fault === 'string'
      ? fault
      : `${template.id} ${fault.code} ${fault.path} ${JSON.stringify('contrast' in fault ? fault.contrast : '')}`,
  );
}

t.test('what is said of the pictures is what they are', async (t) => {
  for (const template of all) {
    const picture = pictures.get(template.id);
    if (!picture) continue;
    const said = behindWords(template.id);
    const words = wordsOnPicture(template);
    t.same([...said.keys()].sort(), words.map(({ one }) => one.component.id).sort(), template.id);
    for (const { one, written } of words) {
      const { dark, light } = said.get(one.component.id)!;
      const range = lightRangeOf(pixelsIn(picture, onCanvas(one, written.box))).map(luminanceOf);
      [dark, light].forEach((color, at) => {
        t.ok(Math.abs(luminanceOf(color) - range[at]!) < 0.02, `${template.id} ${one.component.id} ${range}`);
      });
    }
    const place = placeOfLogo(template.id);
    if (!place) continue;
    const [dark, light] = lightRangeOf(pixelsIn(picture, place.box)).map(luminanceOf) as [number, number];
    t.ok(
      place.on === 'light' ? dark > 0.25 : light < 0.25,
      `${template.id}: the logo is on ${place.on}, ${dark} ${light}`,
    );
  }
});

t.test('built-in templates stay without errors and suggestions in very different brands', async (t) => {
  for (const [name, kit] of Object.entries(differentKits))
    t.same(
      all.flatMap((one) => faultsOf(one, kit)),
      [],
      name,
    );
});

t.test('and in any brand', async (t) => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32));
  t.comment(`SEED=${seed}`);
  const random = createRandom(seed);
  for (let at = 0; at < 300; at += 1) {
    const kit = randomKit(random);
    // A third of them each, so that all have been in a hundred brands.
    const faults = all.filter((_, place) => place % 3 === at % 3).flatMap((one) => faultsOf(one, kit));
    if (faults.length > 0) t.same(faults, [], `SEED=${seed}, kit ${at} ${JSON.stringify(kit)}`);
  }
});

const box = (y: number) => ({ position: { x: 24, y }, size: { width: 312, height: 60 } });
const plain: BrandedFacts = { hasMedium: false, behind: new Map(), logoPlace: null, logos: {} };
const woods = differentKits.woods!;

t.test('fonts by size, colors by likeness, buttons and cards in their looks', async (t) => {
  const parts: readonly ExamplePart[] = [
    ['text', 'large-0001', { ...box(80), text: 'Wool', font_size: 60, text_font: 'oswald' }],
    ['text', 'small-0001', { ...box(150), text: 'Made light' }],
    ['text', 'chip-00001', { ...box(220), text: 'NEW', background: '#ffd257', text_color: '#2a1260' }],
    ['cta', 'button-001', { ...box(290), type: 'button', button_text: 'Shop', background: '#102030', text_size: 4 }],
    ['rating', 'rating-001', { ...box(360), question: 'Warm?', font_size: 22 }],
  ];
  const design = { ...exampleDesign(...parts), background: '#12402f' };
  const branded = inBrand(design, woods, plain);
  const [large, small, chip] = branded.textData;
  t.equal(branded.background, '#17352a', 'the ground is the color of the brand that is like it');
  t.match(large, { text_font: 'space-grotesk', text_color: '#efe3d0', font_size: 44 }, 'and no wider than it was');
  t.match(small, { text_font: 'inter', text_color: '#efe3d0', font_size: 16 });
  t.match(chip, { background: '#f0b429', text_color: '#17352a' });
  t.match(branded.ctaData[0], { background: '#17352a', text_color: '#ffffff', radius: 28, text_size: 4 });
  const yellow = { ...design, ctaData: design.ctaData.map((one) => ({ ...one, background: '#ffd257' })) };
  const [pale] = inBrand(
    { ...yellow, ctaData: [{ ...yellow.ctaData[0]!, text_color: '#2a1260' }] },
    woods,
    plain,
  ).ctaData;
  t.match(pale, { background: '#f0b429', text_color: '#17352a', radius: 28 }, 'a light button stays light');
  t.match(branded.ratingData[0], { background: '#efe3d0', accent_color: '#d9532c', radius: 16, font_size: 22 });
  t.same(inBrand(design, woods, plain), branded, 'once more, the same');
  t.same(inBrand(design, emptyBrandKit, plain), design, 'no brand changes nothing');
  t.same([isEmptyKit(emptyBrandKit), isEmptyKit({ ...emptyBrandKit, fonts: ['lora'] })], [true, false]);
});

t.test('words that no color of the brand writes stay as they are, or become dark or white', async (t) => {
  const gray = { ...emptyBrandKit, colors: [{ name: 'Gray', value: '#777777' }] };
  const design = withComponent(
    { ...blankDesign(), background: '#102030' },
    'text',
    blankComponent('text', { id: 'large-0001', ...box(80), text: 'Wool' }),
  );
  t.equal(inBrand(design, gray, plain).textData[0]!.text_color, '#ffffff');
  const button = withComponent(
    blankDesign(),
    'cta',
    blankComponent('cta', { id: 'button-001', ...box(80), type: 'button', button_text: 'Shop', background: '#ffffff' }),
  );
  const pale = { ...woods, colors: [], button: { ...woods.button!, background: '#ffee99', text_color: '#ffffff' } };
  t.match(inBrand(button, pale, plain).ctaData[0], { background: '#ffee99', text_color: '#17162b' });
});

t.test('the logo stands where a template has a place for it, in its own shape', async (t) => {
  const place = { box: { x: 232, y: 84, width: 104, height: 28 }, on: 'light' as const };
  const [logo] = inBrand(blankDesign(), woods, { ...plain, logoPlace: place, logos }).imageData;
  t.match(logo, {
    media: '/media/light.png',
    alt: 'Northfold',
    size: { width: 104, height: 23 },
    position: { x: 232 },
  });
  const [square] = inBrand(blankDesign(), woods, { ...plain, logoPlace: { ...place, on: 'dark' }, logos }).imageData;
  t.match(square, { size: { width: 28, height: 28 }, position: { x: 308, y: 84 } }, 'at the side of the canvas');
  t.same(inBrand(blankDesign(), woods, { ...plain, logos }).imageData, [], 'no place, no logo');
  t.same(inBrand(blankDesign(), woods, { ...plain, logoPlace: place }).imageData, [], 'no logo on light');
  const line = { ...logos.light, width: 4000, height: 20 };
  t.same(inBrand(blankDesign(), woods, { ...plain, logoPlace: place, logos: { light: line } }).imageData, []);
  const placed = all.filter(({ id }) => placeOfLogo(id) !== null);
  t.ok(placed.length >= 12, `${placed.length} have a place`);
  for (const one of placed)
    t.equal(flatten(inBrand(one.studio, woods, factsOf(one, woods))).length, flatten(one.studio).length + 1);
});
