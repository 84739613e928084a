import { fieldErrors } from '../../api/error.ts';
import type { UploadedFile } from '../../api/upload.ts';
import type { StoryWords } from './upload-checks.ts';

/** One story of the request that adds them. */
export function storyOf(
  upload: StoryWords & { groupId: string; deep_link?: string },
  stored: UploadedFile,
  status: 1 | 2,
) {
  return {
    story_group_id: upload.groupId,
    type: stored.mime_type.startsWith('video/') ? 2 : 1,
    title: upload.title.trim(),
    media: stored.file,
    ...(stored.thumbnail ? { thumbnail: stored.thumbnail } : {}),
    ...(upload.button_text.trim() ? { button_text: upload.button_text.trim() } : {}),
    ...(upload.deep_link ? { deep_link: upload.deep_link } : {}),
    ...(upload.outlink.trim() ? { outlink: upload.outlink.trim() } : {}),
    status,
  };
}

/** The messages of a refused request by the place of the story and its field. */
export function errorsByPlace(error: unknown): Map<number, Record<string, string>> {
  const places = new Map<number, Record<string, string>>();
  for (const [path, message] of Object.entries(fieldErrors(error))) {
    const found = /^stories\.(\d+)\.(\w+)/.exec(path);
    if (found) places.set(Number(found[1]), { ...places.get(Number(found[1])), [found[2] as string]: message });
  }
  return places;
}
