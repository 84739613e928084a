import { mediaKeyOf, mediaPath } from '#contracts/api/media-files.ts';
import { withPictures } from '#contracts/studio/media.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { studio } from '#contracts/studio/studio.ts';
import type { SketchedDesign } from './content/design.ts';

/** A design as it is kept; `keyOf` tells the key of the file that a picture of the demo became. */
export const keptDesign = (design: SketchedDesign, keyOf: (picture: string) => string): Studio => {
  const addressOf = (picture: string) => mediaPath(keyOf(picture));
  const addressed = {
    ...design,
    imageData: design.imageData?.map((one) => ({ ...one, media: addressOf(one.media) })),
    productTagData: design.productTagData?.map((one) => ({ ...one, media: one.media ? addressOf(one.media) : null })),
  };
  return withPictures(studio.parse(addressed), (address) => mediaKeyOf(address)!);
};
