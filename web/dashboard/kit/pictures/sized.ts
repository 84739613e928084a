import { mediaKeyOf } from '#contracts/api/media-files.ts';
import { inWidth, wholePictureOf } from '#contracts/api/picture-sizes.ts';

/** What an `img` loads. */
interface Source {
  src: string;
  srcSet?: string;
}

/**
 * The addresses of a picture that is drawn `px` wide, for plain screens and for those with two points a pixel: the
 * smallest of its `widths` that is sharp there. A picture that is none of the file store's, such as one that is not
 * uploaded yet, stays as it is.
 */
export const sized = (src: string, px: number, widths: readonly number[]): Source => {
  const key = mediaKeyOf(src);
  if (!key || !wholePictureOf(inWidth(key, widths[0]!))) return { src };
  const at = (density: number): string => {
    const width = widths.find((one) => one >= px * density);
    return width ? inWidth(src, width) : src;
  };
  return { src: at(1), srcSet: `${at(2)} 2x` };
};
