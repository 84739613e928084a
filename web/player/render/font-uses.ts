import { flatten } from '#contracts/studio/flat.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import type { RenderWords } from '../words.ts';
import type { FontUse } from './fonts.ts';

/** What of which fonts a design needs: all its words and ours; of cards, whose questions are bold, both weights. */
export function fontUses(studio: Studio, words: RenderWords): FontUse[] {
  const ours = Object.values(words).join('');
  return flatten(studio).flatMap(({ component }) => {
    if (component.hidden || !('text_font' in component)) return [];
    const { text_font: font, text_weight } = component;
    const weights = new Set('accent_color' in component ? [text_weight, 700 as const] : [text_weight]);
    return [...weights].map((weight) => ({ font, weight, text: JSON.stringify(component) + ours }));
  });
}
