import { limits } from '../api/limits.ts';
import { mayOpen } from '../api/schemes.ts';
import { text } from '../api/text.ts';
import { fill } from '../words/phrase.ts';
import { storyGroupFieldWords } from '../words/story-group-fields.en.ts';
import { worded } from '../words/worded.ts';

/** The title of a story. */
export const storyTitle = text({
  min: 1,
  max: limits.storyTitle,
  required: storyGroupFieldWords.storyTitle,
  tooLong: fill(storyGroupFieldWords.storyTitleTooLong, { most: limits.storyTitle }),
});
/** The words of a story's link; '' where there is none. */
export const buttonText = text({ max: limits.buttonText });
/** A host has at most 253 characters, a port five. To read a longer one costs: 1 MiB of them took 0.3 s. */
const webAddress = /^https?:\/\/[/\\]*[^\s/\\?#]{1,260}(?:[/\\?#]|$)/i;
/** Browsers read much that was never meant as an address (`http:a`, blanks in it): that is none here. */
const isWebAddress = (value: string): boolean => webAddress.test(value) && !/\s/.test(value) && URL.canParse(value);
const hasPassword = (value: string): boolean => {
  const { username, password } = new URL(value);
  return username !== '' || password !== '';
};
/** A link out of the app: http or https, without a name and password in it. */
export const outlink = text({ max: limits.url })
  .refine((value) => value === '' || isWebAddress(value), {
    ...worded(storyGroupFieldWords.outlink),
    abort: true,
  })
  .refine((value) => value === '' || !hasPassword(value), worded(storyGroupFieldWords.outlinkPassword));
/** A link into an app: any scheme but those that run code or read what is not the app's. */
export const deepLink = text({ max: limits.url }).refine(
  (value) => value === '' || mayOpen(value),
  worded(storyGroupFieldWords.deepLink),
);
