import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** The share of a picture's pixels that may differ without a reason. */
export const allowedShare = 0.001;
/** Two colours that nobody tells apart are the same. */
const threshold = 0.02;

/** A difference that is meant: of which pictures (`*` stands for anything), at most which share, and why. */
export interface Reason {
  pictures: string;
  upTo: number;
  reason: string;
}

/** What came of a picture: the share of pixels that differ, the reason if one is listed, whether that is well. */
export interface ComparedPicture {
  picture: string;
  share: number;
  note: string;
  fine: boolean;
}

const picturesIn = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith('.png')).sort();
};

const onCanvas = (image: PNG, width: number, height: number): PNG => {
  if (image.width === width && image.height === height) return image;
  const canvas = new PNG({ width, height });
  PNG.bitblt(image, canvas, 0, 0, image.width, image.height, 0, 0);
  return canvas;
};

/** Compares two PNGs; of different sizes all that one has beyond the other differs. `diff` shows where. */
export const comparePictures = (one: Buffer, other: Buffer): { share: number; sizes: string; diff: Buffer | null } => {
  if (one.equals(other)) return { share: 0, sizes: '', diff: null };
  const [a, b] = [PNG.sync.read(one), PNG.sync.read(other)];
  const width = Math.max(a.width, b.width);
  const height = Math.max(a.height, b.height);
  const diff = new PNG({ width, height });
  const [first, second] = [onCanvas(a, width, height), onCanvas(b, width, height)];
  const count = pixelmatch(first.data, second.data, diff.data, width, height, { threshold, includeAA: true });
  const sizes =
    a.width === b.width && a.height === b.height ? '' : `${a.width}×${a.height} became ${b.width}×${b.height}`;
  return { share: count / (width * height), sizes, diff: count > 0 ? PNG.sync.write(diff) : null };
};

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The reason that is listed for a picture, the nearest first. */
export const reasonFor = (picture: string, reasons: readonly Reason[]): Reason | null =>
  reasons.find(({ pictures }) => new RegExp(`^${pictures.split('*').map(quoted).join('.*')}$`).test(picture)) ?? null;

const judge = (picture: string, share: number, sizes: string, reasons: readonly Reason[]): ComparedPicture => {
  const reason = reasonFor(picture, reasons);
  const fine = share <= (reason?.upTo ?? allowedShare);
  return { picture, share, note: [sizes, share > 0 ? reason?.reason : ''].filter(Boolean).join('; '), fine };
};

/**
 * Compares two folders of pictures by name; pictures of what differs go to `diffs`. One that only one folder has
 * differs wholly. `only` names areas or `area/state`; default: all.
 */
export const compareFolders = async (
  before: string,
  after: string,
  diffs: string,
  reasons: readonly Reason[],
  only: readonly string[] = [],
): Promise<ComparedPicture[]> => {
  const wanted = (picture: string) =>
    only.length === 0 || only.some((name) => picture.startsWith(`${name}/`) || picture.startsWith(`${name}.`));
  const [was, is] = [(await picturesIn(before)).filter(wanted), (await picturesIn(after)).filter(wanted)];
  const compared: ComparedPicture[] = [];
  for (const picture of [...new Set([...was, ...is])].sort()) {
    if (!was.includes(picture) || !is.includes(picture)) {
      compared.push(judge(picture, 1, was.includes(picture) ? 'gone' : 'new', reasons));
      continue;
    }
    const found = comparePictures(await readFile(join(before, picture)), await readFile(join(after, picture)));
    if (found.diff) {
      await mkdir(dirname(join(diffs, picture)), { recursive: true });
      await writeFile(join(diffs, picture), found.diff);
    }
    compared.push(judge(picture, found.share, found.sizes, reasons));
  }
  return compared;
};

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.0001 ? 4 : 2)} %`;

/** The comparison in lines: what differs, the most first, and how many pictures do not. */
export const describe = (compared: readonly ComparedPicture[]): string => {
  const different = compared.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
  const wrong = compared.filter(({ fine }) => !fine);
  const lines = different.map(
    ({ picture, share, note, fine }) =>
      `${fine ? '  ' : '! '}${percent(share).padStart(9)}  ${picture}${note ? `  (${note})` : ''}`,
  );
  const same = compared.length - different.length;
  return [
    ...lines,
    `${same} of ${compared.length} pictures are the same, ${wrong.length} differ without a reason.`,
  ].join('\n');
};
