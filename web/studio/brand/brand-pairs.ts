import type { BrandKit } from '#contracts/account/brand-kit.ts';
import { leastContrast, leastOfLarge } from '#contracts/studio/check/contrast.ts';
import { contrastOn } from '../properties/contrast.ts';

/** Two colors of a kit by name, with their contrast. */
export interface ColorPair {
  one: string;
  other: string;
  ratio: number;
}

/** Words of a look that are hard to read: on the button, on the card, on its options. */
export interface WeakWords {
  on: 'button' | 'card' | 'option';
  ratio: number;
}

/** How many pairs the colors of a kit make, and which of them only large words can be written in. */
export function colorPairs(colors: BrandKit['colors']): { all: number; large: ColorPair[] } {
  const pairs = colors.flatMap((one, at) =>
    colors
      .slice(at + 1)
      .map((other) => ({ one: one.name, other: other.name, ratio: contrastOn(one.value, other.value) })),
  );
  return { all: pairs.length, large: pairs.filter(({ ratio }) => ratio >= leastOfLarge && ratio < leastContrast) };
}

/** What of the buttons and cards of a kit is hard to read. */
export function weakWords({ button, card }: Pick<BrandKit, 'button' | 'card'>): WeakWords[] {
  const all: [WeakWords['on'], string | null | undefined, string | undefined][] = [
    ['button', button?.background, button?.text_color],
    ['card', card?.background, card?.text_color],
    ['option', card?.option_color, card?.text_color],
  ];
  return all.flatMap(([on, ground, words]): WeakWords[] => {
    const ratio = ground && words ? contrastOn(words, ground) : leastContrast;
    return ratio < leastContrast ? [{ on, ratio }] : [];
  });
}
