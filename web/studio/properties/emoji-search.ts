import { isEmoji } from '#contracts/studio/emoji.ts';

/** An emoji with what it is called and found by. */
export interface NamedEmoji {
  emoji: string;
  name: string;
  tags: readonly string[];
}

/** An emoji as Unicode recommends to write it, which is how designs keep it; null where it is none such. */
export function recommended(emoji: string): string | null {
  // Lists ask for the colored form of what is colored anyway.
  const plain = emoji.replace(/\ufe0f$/, '');
  return [emoji, plain].find(isEmoji) ?? null;
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** How well an emoji fits what is looked for: 3 by its name, 2 by the start of it, 1 by any word of name or tags, 0 not at all. */
function fit({ name, tags }: NamedEmoji, wanted: readonly string[]): number {
  const words = [...wordsOf(name), ...tags.flatMap(wordsOf)];
  if (!wanted.every((one) => words.some((word) => word.startsWith(one)))) return 0;
  const text = wanted.join(' ');
  if (name.toLowerCase() === text) return 3;
  return name.toLowerCase().startsWith(text) ? 2 : 1;
}

/** The emoji that fit a text by the beginnings of its words, the best first, `most` at most; without a text the first of them. */
export function findEmoji(all: readonly NamedEmoji[], text: string, most: number): NamedEmoji[] {
  const wanted = wordsOf(text.slice(0, 60));
  if (wanted.length === 0) return all.slice(0, most);
  const found = all.map((one) => ({ one, fit: fit(one, wanted) })).filter((each) => each.fit > 0);
  return found
    .sort((one, other) => other.fit - one.fit)
    .slice(0, most)
    .map(({ one }) => one);
}

/** An emoji as the package of their names has it. */
interface KnownEmoji {
  unicode: string;
  label: string;
  tags?: readonly string[];
  order?: number;
}

/** The recommended ones of some emoji, in the usual order. */
export const emojiOf = (all: readonly KnownEmoji[]): NamedEmoji[] =>
  all
    .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
    .flatMap(({ unicode, label, tags = [] }) => {
      const emoji = recommended(unicode);
      return emoji ? [{ emoji, name: label, tags }] : [];
    });
