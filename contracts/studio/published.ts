import { answersTo } from './answers.ts';
import type { FlatComponent } from './flat.ts';
import { flatten } from './flat.ts';
import { type ComponentKind, isAnswerable } from './kinds.ts';
import type { Studio } from './shape.ts';
import { componentSays } from './title.ts';

/**
 * What the answers to a published component mean: its kind and, of one that is answered, its answers in their order; of a
 * quiz which is right, of a product tag the product.
 */
export interface PublishedComponent {
  component_id: string;
  kind: ComponentKind;
  values: PublishedValues;
}

/** `title` is what the component says of itself, `words` are those of its options in their order, both as last published. */
export interface PublishedValues {
  title?: string;
  answers?: readonly string[];
  words?: readonly string[];
  correct?: string;
  product_id?: string;
}

const meaningOf = (one: FlatComponent): Omit<PublishedValues, 'title'> => {
  const { kind, component } = one;
  if (kind === 'product_tag') return { product_id: component.product_id };
  if (!isAnswerable(kind)) return {};
  const answers = answersTo({ ...component, kind });
  if (kind === 'quiz') return { answers, words: component.options.map(({ text }) => text), correct: component.correct };
  if (kind === 'poll') return { answers, words: component.options.map(({ text }) => text) };
  return { answers };
};

/** The components of a design as they are published, hidden ones too: an SDK of before may still show them. */
export const publishedOf = (studio: Studio): PublishedComponent[] =>
  flatten(studio).map((one) => {
    const title = componentSays(one);
    const values = { ...meaningOf(one), ...(title === '' ? {} : { title }) };
    return { component_id: one.component.id, kind: one.kind, values };
  });

/** Words as they are compared: without regard to case and blanks. */
export const comparedWords = (words: string): string =>
  words.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

const sameTexts = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
  one.length === other.length && one.every((text, at) => text === other[at]);

const sameWordsElsewhere = (was: readonly string[] = [], is: readonly string[] = []): boolean => {
  const [before, after] = [was.map(comparedWords), is.map(comparedWords)];
  return !sameTexts(before, after) && sameTexts([...before].sort(), [...after].sort());
};

/**
 * Whether answers to a component would mean something else than before: another kind, other answers, another right one or
 * product, or the same words in another order. Other words at a place are a corrected wording.
 */
export function wouldMix(was: PublishedComponent, is: PublishedComponent): boolean {
  return (
    was.kind !== is.kind ||
    !sameTexts(was.values.answers, is.values.answers) ||
    was.values.correct !== is.values.correct ||
    was.values.product_id !== is.values.product_id ||
    sameWordsElsewhere(was.values.words, is.values.words)
  );
}
