import { limits } from '#contracts/api/limits.ts';
import { imageTypes, videoTypes } from '#contracts/api/media-files.ts';
import { fileSize } from '../../kit/text/format.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';

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
