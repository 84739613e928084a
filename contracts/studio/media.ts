import type { Studio } from './shape.ts';

/** The pictures of a design, by what names them: addresses outside, keys of the file store inside. */
export const picturesOf = (studio: Pick<Studio, 'imageData' | 'productTagData'>): string[] => [
  ...studio.imageData.map(({ media }) => media),
  ...studio.productTagData.flatMap(({ media }) => (media === null ? [] : [media])),
];

/** A design whose pictures are named otherwise. */
export const withPictures = (studio: Studio, nameOf: (picture: string) => string): Studio => ({
  ...studio,
  imageData: studio.imageData.map((one) => ({ ...one, media: nameOf(one.media) })),
  productTagData: studio.productTagData.map((one) => ({
    ...one,
    media: one.media === null ? null : nameOf(one.media),
  })),
});
