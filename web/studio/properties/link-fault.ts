import { mayOpen } from '#contracts/api/schemes.ts';
import { storyGroupFieldWords } from '#contracts/words/story-group-fields.en.ts';
import { t } from '../../dashboard/words/t.ts';

/** A host has at most 253 characters, a port five; the same as the server reads as an address of the web. */
const webAddress = /^https?:\/\/[/\\]*[^\s/\\?#]{1,260}(?:[/\\?#]|$)/i;

/** Why a text is no link of a story, in words; null where it is one, or none at all. */
export function linkFault(field: 'outlink' | 'deep_link', text: string): string | null {
  if (text === '') return null;
  if (field === 'deep_link') return mayOpen(text) ? null : t(storyGroupFieldWords.deepLink);
  if (!webAddress.test(text) || /\s/.test(text) || !URL.canParse(text)) return t(storyGroupFieldWords.outlink);
  const { username, password } = new URL(text);
  return username === '' && password === '' ? null : t(storyGroupFieldWords.outlinkPassword);
}
