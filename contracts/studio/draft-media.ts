import type { DraftContent } from './draft-content.ts';
import { picturesOf, withPictures } from './media.ts';

/** The files that a content names, each once. */
export const draftFiles = ({ media, thumbnail, studio }: DraftContent): string[] => [
  ...new Set([media, thumbnail, ...(studio ? picturesOf(studio) : [])].filter((key) => key !== null)),
];

/** A content whose files are named otherwise. */
export const withFiles = (content: DraftContent, nameOf: (file: string) => string): DraftContent => ({
  ...content,
  media: content.media && nameOf(content.media),
  thumbnail: content.thumbnail && nameOf(content.thumbnail),
  studio: content.studio && withPictures(content.studio, nameOf),
});
