import type { StoryConditions } from '#contracts/studio/conditions.ts';
import { leadsSomewhere, withLink, withoutSwipe } from '#contracts/studio/links.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { fieldErrors } from '../../api/error.ts';
import type { UploadedFile } from '../../api/upload.ts';
import type { StoryWords } from './upload-checks.ts';

/** One story of the request that adds them. */
export function storyOf(
  upload: StoryWords & {
    groupId: string;
    deep_link?: string;
    studio?: Studio | null;
    conditions?: StoryConditions | null;
  },
  stored: UploadedFile,
  status: 1 | 2,
) {
  const { button_text, outlink, deep_link = '', studio, conditions } = upload;
  const link = { button_text: button_text.trim(), outlink: outlink.trim(), deep_link };
  return {
    story_group_id: upload.groupId,
    type: stored.mime_type.startsWith('video/') ? 2 : 1,
    title: upload.title.trim(),
    media: stored.file,
    ...(stored.thumbnail ? { thumbnail: stored.thumbnail } : {}),
    ...(link.button_text ? { button_text: link.button_text } : {}),
    ...(deep_link ? { deep_link } : {}),
    ...(link.outlink ? { outlink: link.outlink } : {}),
    // What was typed here is the words and the link of its swipe, too.
    ...(studio ? { studio: leadsSomewhere(link) ? withLink(studio, link) : withoutSwipe(studio) } : {}),
    ...(conditions ? { conditions } : {}),
    status,
  };
}

/** The messages of a refused request by the place of the story and its field; of several at one field the first. */
export function errorsByPlace(error: unknown): Map<number, Record<string, string>> {
  const places = new Map<number, Record<string, string>>();
  for (const [path, message] of Object.entries(fieldErrors(error))) {
    const found = /^stories\.(\d+)\.(\w+)/.exec(path);
    if (found) places.set(Number(found[1]), { [found[2] as string]: message, ...places.get(Number(found[1])) });
  }
  return places;
}
