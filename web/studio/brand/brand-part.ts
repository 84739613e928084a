import type { BrandKit } from '#contracts/account/brand-kit.ts';

/** Properties of a part of the brand kit; without `onChange` it only shows. */
export interface BrandPart {
  kit: BrandKit;
  onChange: ((changes: Partial<BrandKit>) => void) | undefined;
}
