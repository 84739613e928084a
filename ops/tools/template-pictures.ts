// node --import tsx ops/tools/template-pictures.ts: turns the drawings of the built-in templates into the pictures that the
// studio puts into an account, as large as each drawing says.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const folder = join(import.meta.dirname, '../../web/studio/templates/pictures');
/** What a picture may weigh, in bytes: a whole page of templates is looked through at once. */
const most = 60_000;

for (const name of (await readdir(folder)).filter((one) => one.endsWith('.svg'))) {
  const picture = join(folder, name.replace('.svg', '.webp'));
  const { size } = await sharp(join(folder, name)).webp({ quality: 82, effort: 6 }).toFile(picture);
  if (size > most) throw new Error(`${picture} has ${size} bytes, more than ${most}.`);
  console.log(`${name} ${size}`);
}
