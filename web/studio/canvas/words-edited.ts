import { flatten } from '#contracts/studio/flat.ts';
import { mainWords } from '../edits/words.ts';
import type { Editor } from '../state/editor.ts';
import { Watched } from './watched.ts';

/** The component whose words are edited in place; null while there is none. */
export const editedWords = new Watched<string | null>(null);

/** The component whose words were edited in place last, and what it asked before; who asks about new questions listens. */
export const wordsLeft = new Watched<{ id: string; before: string } | null>(null);

/** The one component that is selected, if it has words that can be edited in place now. */
export function wordsToEdit({ state: { content, selection, readOnly } }: Editor): string | null {
  const [id, ...more] = selection;
  if (id === undefined || more.length > 0 || readOnly) return null;
  const one = flatten(content.studio).find(({ component }) => component.id === id);
  return one && !one.component.locked && !one.component.hidden && mainWords(one) ? id : null;
}
