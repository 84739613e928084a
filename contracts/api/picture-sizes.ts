/** Widths in px in which pictures of stories are kept beside the file itself. */
export const storyWidths = [80, 240, 480, 720, 1080] as const;
/** Widths in px in which covers are kept beside the file itself. */
export const coverWidths = [48, 96, 192, 512] as const;
/** What delivery offers of them: phones need no tiles, and no more of a cover than its ring. */
export const deliveredStoryWidths = [480, 720, 1080] as const;
export const deliveredCoverWidths = [96, 192] as const;
/** A picture that moves has stills in the widths of lists; larger it comes as it is. */
export const stillWidths = [80, 240] as const;

/** All widths that a picture may be kept in, ascending. A file does not know what it is going to be used for. */
export const pictureWidths: readonly number[] = [...storyWidths, ...coverWidths].sort((a, b) => a - b);

/** A smaller WebP of a picture, and how many px wide it is. */
export interface PictureVariant {
  width: number;
  url: string;
}

const sizedShape = /^([0-9a-f]{64}\.(?:jpg|png|webp|gif))\.(\d{2,4})\.webp$/;

/** The key of a picture in a width, or the address of it: its own with a suffix. */
export const inWidth = (keyOrAddress: string, width: number): string => `${keyOrAddress}.${width}.webp`;

/** The key of the picture that a key names in a width; null for every other key. */
export const wholePictureOf = (key: string): string | null => {
  const [, whole, width] = sizedShape.exec(key) ?? [];
  return whole && pictureWidths.includes(Number(width)) ? whole : null;
};

/**
 * The variants of a picture at an address. None is wider than the picture, where its width is known; where it is not
 * (`own` null), an address of a width that the picture does not have answers the picture itself.
 */
export const variantsOf = (address: string, widths: readonly number[], own: number | null = null): PictureVariant[] =>
  widths.filter((width) => own === null || width <= own).map((width) => ({ width, url: inWidth(address, width) }));
