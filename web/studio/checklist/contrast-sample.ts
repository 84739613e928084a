import type { ContrastSample } from '#contracts/studio/check/checked.ts';
import { contrastOfLights, luminanceOf, opacityOf, type Rgb, rgbOf } from '#contracts/studio/check/contrast.ts';
import { contrastOver, type Written } from '#contracts/studio/check/written.ts';

/** So large a share of what lies behind words may be worse than what is said of it. */
const leftOut = 0.1;

const atShare = (sorted: Float64Array, share: number): number => sorted[Math.round((sorted.length - 1) * share)]!;

/**
 * How well words are read over pixels (red, green, blue and opacity, 0 to 255, one after the other). Pixels that are not
 * opaque lie beside the canvas and count for nothing; null where there are no others.
 */
export function sampleOf(
  written: Pick<Written, 'color' | 'grounds' | 'needs'>,
  pixels: ArrayLike<number>,
  at: number,
): ContrastSample | null {
  const seen: Rgb[] = [];
  for (let from = 0; from < pixels.length; from += 4)
    if (pixels[from + 3] === 255) seen.push([pixels[from]!, pixels[from + 1]!, pixels[from + 2]!]);
  if (seen.length === 0) return null;
  const lights = Float64Array.from(seen, luminanceOf);
  const isPlain = written.grounds.length === 0 && opacityOf(written.color) === 1;
  const ink = luminanceOf(rgbOf(written.color));
  const ratios = isPlain
    ? lights.map((light) => contrastOfLights(ink, light))
    : Float64Array.from(seen, (color) => contrastOver(written, color));
  const sorted = lights.toSorted();
  const withLight = (light: number): Rgb => seen[lights.indexOf(light)]!;
  return {
    ratio: atShare(ratios.sort(), leftOut),
    needs: written.needs,
    at,
    dark: withLight(atShare(sorted, leftOut)),
    light: withLight(atShare(sorted, 1 - leftOut)),
  };
}

/** The sample that is furthest from what its words need. */
export const worstSample = (samples: readonly ContrastSample[]): ContrastSample | undefined =>
  samples.reduce<ContrastSample | undefined>(
    (worst, one) => (worst && worst.ratio / worst.needs <= one.ratio / one.needs ? worst : one),
    undefined,
  );
