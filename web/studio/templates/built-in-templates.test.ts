import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import t from 'tap';
import { checkDesign } from '#contracts/studio/check/check-design.ts';
import { flatten } from '#contracts/studio/flat.ts';
import { componentParts } from '#contracts/studio/geometry.ts';
import { picturesOf, withPictures } from '#contracts/studio/media.ts';
import { studio } from '#contracts/studio/studio.ts';
import { templateCategories } from '#contracts/template/categories.ts';
import { builtInTemplates } from './built-in-templates.ts';

const now = 1_800_000_000;
const all = builtInTemplates(now);
const folder = join(import.meta.dirname, 'pictures');

t.test('there are enough of each category, each under a name of its own', async (t) => {
  for (const category of templateCategories) t.ok(all.filter((one) => one.category === category).length >= 4, category);
  t.ok(all.length >= 24);
  t.equal(new Set(all.map(({ id }) => id)).size, all.length);
  t.equal(new Set(all.map(({ title }) => title.defaultMessage)).size, all.length);
});

t.test('each is a whole design that could be published as it is', async (t) => {
  for (const { id, studio: design, picture } of all) {
    const uploaded = withPictures(design, () => `/media/${'a'.repeat(64)}.webp`);
    t.same(studio.parse(uploaded), uploaded, `${id}: no field is missing`);
    const content = { title: 'One', type: 1 as const, hasMedium: picture !== null, studio: design, conditions: null };
    const facts = { now, videoMs: null, before: null, laterStories: new Set<string>() };
    t.same(checkDesign(content, facts), [], id);
    for (const one of flatten(design))
      for (const { width, height } of componentParts(one).targets)
        t.ok(Math.min(width, height) >= 44, `${id}: ${one.kind} is easy to tap`);
  }
});

t.test('pictures fill the canvas, are light, and are all used', async (t) => {
  const used = new Set<string>();
  for (const { id, picture, studio } of all) {
    for (const address of [picture, ...picturesOf(studio)].filter((one) => one !== null)) {
      const file = fileURLToPath(address);
      used.add(file);
      t.ok((await stat(file)).size <= 60_000, id);
    }
    if (picture === null) continue;
    const { width, height, format } = await sharp(fileURLToPath(picture)).metadata();
    t.same([width, height, format], [1080, 1920, 'webp'], id);
  }
  const names = await readdir(folder);
  t.same(
    [...used].map((file) => file.split('/').at(-1)).sort(),
    names.filter((name) => name.endsWith('.webp')).sort(),
    'none is left over',
  );
  const drawings = names.filter((name) => name.endsWith('.svg')).map((name) => name.replace('.svg', '.webp'));
  t.same(drawings.sort(), names.filter((name) => name.endsWith('.webp')).sort(), 'each has its drawing');
});
