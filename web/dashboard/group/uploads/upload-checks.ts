import { z } from 'zod';
import { limits } from '#contracts/api/limits.ts';
import { imageTypes, videoTypes } from '#contracts/api/media.ts';
import { buttonText, outlink, storyTitle } from '#contracts/story-group/story-fields.ts';
import { compared, typedAs } from '../../kit/forms/rules.ts';
import { fileSize } from '../../kit/text/format.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';

/** What the stories of an upload are asked for. */
export interface StoryWords {
  title: string;
  button_text: string;
  outlink: string;
}

/** The first title of a story: its file's name without the ending, at most 40 characters. */
export function titleOfFile(name: string): string {
  const bare = name.replace(/\.[^.]+$/, '').trim() || name.trim();
  return [...bare].slice(0, limits.storyTitle).join('').trim() || t(groupWords.story);
}

/** Why a file cannot be a story, or null. */
export function fileProblem(file: Pick<File, 'type' | 'size'>): string | null {
  const image = (imageTypes as readonly string[]).includes(file.type);
  const video = (videoTypes as readonly string[]).includes(file.type);
  if (!image && !video) return t(groupWords.fileTypeRefused);
  const most = image ? limits.imageBytes : limits.videoBytes;
  if (file.size > most) return t(groupWords.fileTooLarge, { image: Boolean(image), most: fileSize(most) });
  return file.size === 0 ? t(groupWords.fileEmpty) : null;
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
