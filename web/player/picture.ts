import { safeAddress } from './link.ts';

type Variants = readonly { width: number; url: string }[] | undefined;

/**
 * The address of a picture that is drawn `width` CSS px wide: of its smallest size that is sharp on this screen, or of
 * its largest; its own where it has none, as those have not that an older server describes. Undefined for an unsafe one.
 */
export function pictureFor(whole: string | null | undefined, variants: Variants, width: number): string | undefined {
  const least = width * devicePixelRatio;
  const sizes = variants ?? [];
  const chosen = sizes.find((one) => one.width >= least) ?? sizes.at(-1);
  return safeAddress(chosen?.url ?? whole, true) ?? undefined;
}

/** How wide a story is drawn at most, in CSS px: upright, 9:16, inside the window. */
export const storyWidth = (): number => Math.min(innerWidth, (innerHeight * 9) / 16);
