import type { BrandKit } from '#contracts/account/brand-kit.ts';

/** A change of a kit: what of it becomes otherwise, read from the kit as it is by then. */
export type KitChange = (kit: BrandKit) => Partial<BrandKit>;

/** Properties of a part of the brand kit; without `onChange` it only shows. */
export interface BrandPart {
  kit: BrandKit;
  onChange: ((change: KitChange) => void) | undefined;
}
