import { mediaKeyOf } from '../api/media-files.ts';
import { withPictures } from './media.ts';
import type { Studio } from './shape.ts';

/**
 * Bytes of UTF-8 JSON that a design takes as it is kept, which names its pictures by their keys: however they are addressed, it
 * is the same.
 */
export const studioBytes = (studio: Studio): number => {
  const kept = withPictures(studio, (picture) => mediaKeyOf(picture) ?? picture);
  return new TextEncoder().encode(JSON.stringify(kept)).length;
};
