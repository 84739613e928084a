import sharp, { type Sharp } from 'sharp';
import { Refusal, refusalAt } from '#contracts/api/errors.ts';
import { mediaWords } from '#contracts/words/media.en.ts';
import { fill, type Phrase } from '#contracts/words/phrase.ts';
import type { MediaType } from '#kernel/media/media-type.ts';

/** Pixels of a picture, all frames together. */
export const maxPixels = 40_000_000;

/** Frames of one that moves: a GIF of 18 MB has 1.2 million of one pixel, which took a core 18 s. */
const maxFrames = 5000;

const decodeSeconds = 30;

// Uploads are read once; a cache would only hold memory and open files.
sharp.cache(false);

const refuse = (said: Phrase) => refusalAt('file', 'MediaRefused', said);
const broken = () => refuse(mediaWords.pictureDamaged);
const tooSlow = () => new Refusal('Unavailable', mediaWords.pictureWaits);
const tooMany = () => refuse(mediaWords.picturePixels);
const tooManyFrames = () => refuse(fill(mediaWords.pictureFrames, { most: maxFrames }));

const encoded = (image: Sharp, { extension }: MediaType): Sharp => {
  if (extension === 'jpg') return image.jpeg({ quality: 90, progressive: true });
  if (extension === 'png') return image.png();
  // A fourth to two thirds of the time of the usual effort, in files of the same size. With less, noise cannot be encoded.
  if (extension === 'webp') return image.webp({ quality: 90, effort: 2 });
  return image.gif({ effort: 3 });
};

/**
 * Decodes a picture whole and writes it anew to `to`: turned upright, in sRGB, without metadata, animation kept.
 * Refuses what cannot be decoded to its end, is of another type than its first bytes say, or has too many pixels or frames; with
 * Unavailable what is not done within `seconds`.
 */
export const remakePicture = async (
  from: string,
  to: string,
  type: MediaType,
  seconds = decodeSeconds,
): Promise<{ width: number; height: number; bytes: number }> => {
  const input = { limitInputPixels: maxPixels, failOn: 'error' as const };
  const moving = type.extension === 'gif' || type.extension === 'webp';
  try {
    const { format, pages = 1, width, height } = await sharp(from, { ...input, limitInputPixels: false }).metadata();
    if (format !== (type.extension === 'jpg' ? 'jpeg' : type.extension)) throw broken();
    if (width * height * (moving ? pages : 1) > maxPixels) throw tooMany();
    if (moving && pages > maxFrames) throw tooManyFrames();
    const animated = moving && pages > 1;
    const image = sharp(from, { ...input, animated });
    const info = await encoded(animated ? image : image.autoOrient(), type)
      .timeout({ seconds })
      .toFile(to);
    return { width: info.width, height: info.pageHeight ?? info.height, bytes: info.size };
  } catch (error) {
    if (error instanceof Refusal || isDiskTrouble(error)) throw error;
    if (error instanceof Error && /^timeout/i.test(error.message)) throw tooSlow();
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooMany();
    throw broken();
  }
};

const isDiskTrouble = (error: unknown): boolean =>
  error instanceof Error && /No space left|ENOSPC|unable to open for write/i.test(error.message);
