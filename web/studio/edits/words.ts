import type { FlatComponent } from '#contracts/studio/flat.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { changeComponent } from './components.ts';

/** A text as designs keep it: in form C, without what nothing can store, cut after so many code points. */
export const cutText = (text: string, most: number): string => {
  // What is longer than this cannot come down to `most` by form C, and is not normalised whole.
  const clean = text
    .slice(0, most * 8 + 16)
    .toWellFormed()
    .replaceAll('\u0000', '');
  const characters = [...clean.normalize('NFC')];
  return characters.length <= most ? characters.join('') : characters.slice(0, most).join('');
};

/** The field that holds the main words of a component, and how many code points it takes. */
export interface MainWords {
  field: 'text' | 'button_text' | 'question' | 'title' | 'name';
  most: number;
  text: string;
}

/** The main words of a component, which are edited in place; null for a kind without any. */
export function mainWords(one: Pick<FlatComponent, 'kind' | 'component'>): MainWords | null {
  const { kind, component } = one as FlatComponent;
  switch (kind) {
    case 'text':
      return { field: 'text', most: studioLimits.text, text: component.text };
    case 'cta':
      return { field: 'button_text', most: studioLimits.button, text: component.button_text };
    case 'quiz':
    case 'poll':
    case 'rating':
      return { field: 'question', most: studioLimits.question, text: component.question };
    case 'countdown':
      return { field: 'title', most: studioLimits.countdownTitle, text: component.title };
    case 'product_tag':
      return { field: 'name', most: studioLimits.productName, text: component.name };
    default:
      return null;
  }
}

/** Writes the main words of a component. */
export const writeMainWords = (
  design: Studio,
  { id, field, most, text }: Omit<MainWords, 'text'> & { id: string; text: string },
): Studio => changeComponent(design, { id, changes: { [field]: cutText(text, most) } });
