import type { FlatComponent } from '../flat.ts';

/** How fast people read from a story: words a second, characters a second of scripts without spaces. */
const [wordsPerSecond, charactersPerSecond] = [3.5, 8] as const;

const spaceless = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/gu;
const letter = /[\p{L}\p{N}]/u;

/** How long a text takes to read, in ms. */
export function readingMs(text: string): number {
  const characters = text.match(spaceless)?.length ?? 0;
  const words = text
    .replace(spaceless, ' ')
    .split(/\s+/)
    .filter((word) => letter.test(word)).length;
  return (1000 * words) / wordsPerSecond + (1000 * characters) / charactersPerSecond;
}

/** What a component shows to read before it is answered. */
export function wordsToRead(one: FlatComponent): string {
  switch (one.kind) {
    case 'cta':
      return one.component.button_text;
    case 'text':
      return one.component.text;
    case 'quiz':
    case 'poll':
      return [one.component.question, ...one.component.options.map(({ text }) => text)].join('\n');
    case 'rating':
      return one.component.question;
    case 'countdown':
      return one.component.title;
    case 'product_tag':
      return [one.component.name, one.component.price, one.component.old_price].join('\n');
    default:
      return '';
  }
}
