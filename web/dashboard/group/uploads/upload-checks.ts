import { z } from 'zod';
import { limits } from '#contracts/api/limits.ts';
import { buttonText, outlink, storyTitle } from '#contracts/story-group/story-fields.ts';
import { compared, typedAs } from '../../kit/forms/rules.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';

/** What the stories of an upload are asked for. */
export interface StoryWords {
  title: string;
  button_text: string;
  outlink: string;
}

/** What the words of a story must be, field by field. */
export const storyWordRules = {
  title: typedAs(storyTitle),
  button_text: typedAs(buttonText, (typed) => typed),
  outlink: typedAs(outlink),
};
/** What the words of a new story must be together. */
export const newStoryWords = compared(z.object(storyWordRules), ({ outlink: link, button_text }, mark) => {
  if (link.trim() && !button_text.trim()) mark('button_text', t(groupWords.swipeUpTextMissing));
});

/** What a group says that cannot take so many stories more; null when it can. */
export function tooMany(existing: number, added: number): string | null {
  if (existing + added <= limits.storiesPerGroup) return null;
  return t(groupWords.tooManyStories, { storiesPerGroup: limits.storiesPerGroup });
}

/** What was refused of a story beside its words, such as of the design of a copy. */
export const otherFaults = (errors: Readonly<Record<string, string>>): string[] =>
  Object.entries(errors).flatMap(([field, message]) => (Object.hasOwn(storyWordRules, field) ? [] : [message]));
