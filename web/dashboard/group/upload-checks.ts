import { limits } from '#contracts/api/limits.ts';
import { imageTypes, videoTypes } from '#contracts/api/media.ts';
import { outlink } from '#contracts/story-group/story-commands.ts';
import { fileSize } from '../kit/format.ts';

/** What the stories of an upload are asked for. */
export interface StoryWords {
  title: string;
  button_text: string;
  outlink: string;
}

/** The first title of a story: its file's name without the ending, at most 40 characters. */
export function titleOfFile(name: string): string {
  const bare = name.replace(/\.[^.]+$/, '').trim() || name.trim();
  return [...bare].slice(0, limits.storyTitle).join('').trim() || 'Story';
}

/** Why a file cannot be a story, or null. */
export function fileProblem(file: Pick<File, 'type' | 'size'>): string | null {
  const image = (imageTypes as readonly string[]).includes(file.type);
  const video = (videoTypes as readonly string[]).includes(file.type);
  if (!image && !video) return 'Use a JPEG, PNG, WebP or GIF picture, or an MP4, MOV or WebM video.';
  const most = image ? limits.imageBytes : limits.videoBytes;
  if (file.size > most) return `This ${image ? 'picture' : 'video'} is larger than ${fileSize(most)}.`;
  return file.size === 0 ? 'This file is empty.' : null;
}

/** What is wrong with the words of a story, by field. */
export function wordProblems(words: StoryWords): Partial<Record<keyof StoryWords, string>> {
  const problems: Partial<Record<keyof StoryWords, string>> = {};
  const title = words.title.trim();
  if (!title) problems.title = 'Give the story a title.';
  if ([...title].length > limits.storyTitle) problems.title = `Title can be maximum ${limits.storyTitle} characters.`;
  const link = outlink.safeParse(words.outlink.trim());
  if (!link.success) problems.outlink = link.error.issues[0]?.message ?? 'This link cannot be used.';
  if (words.outlink.trim() && !words.button_text.trim()) problems.button_text = 'Please fill Swipe up text';
  if ([...words.button_text].length > limits.buttonText) {
    problems.button_text = `Use at most ${limits.buttonText} characters.`;
  }
  return problems;
}

/** What a group says that cannot take so many stories more; null when it can. */
export function tooMany(existing: number, added: number): string | null {
  if (existing + added <= limits.storiesPerGroup) return null;
  return `There can be maximum ${limits.storiesPerGroup} stories in a story group. Please reduce the number of selected stories.`;
}
