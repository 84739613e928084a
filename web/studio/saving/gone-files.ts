import { flatten } from '#contracts/studio/flat.ts';
import { picturesOf } from '#contracts/studio/media.ts';
import { studioPanelWords } from '../../dashboard/words/studio-panels.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { componentNames } from '../palette/component-names.ts';
import type { StoryContent } from '../state/story-content.ts';

/** Addresses of files that are no uploads of the account any more. */
export type GoneFiles = ReadonlySet<string>;

/** The files of a content that a refusal names by the paths of its fields, as 'content.studio.imageData.0.media'. */
export const goneFiles = (content: StoryContent, refused: readonly { path: string }[]): GoneFiles => {
  const at = ({ path }: { path: string }): unknown => {
    const [, ...fields] = path.split('.');
    return fields.reduce<unknown>((from, field) => (from as Record<string, unknown> | null)?.[field], content);
  };
  const named = new Set(refused.map(at));
  const shown = [content.media, content.thumbnail, ...picturesOf(content.studio)];
  return new Set(shown.filter((file) => file !== null).filter((file) => named.has(file)));
};

/** A content without what shows these files; a product stays without its picture. */
export const withoutFiles = (content: StoryContent, gone: GoneFiles): StoryContent => {
  const { media, thumbnail, studio } = content;
  const isGone = (file: string | null): boolean => file !== null && gone.has(file);
  return {
    ...content,
    ...(isGone(media) ? { type: 1, media: null, thumbnail: null } : isGone(thumbnail) ? { thumbnail: null } : {}),
    studio: {
      ...studio,
      imageData: studio.imageData.filter((one) => !isGone(one.media)),
      productTagData: studio.productTagData.map((one) => (isGone(one.media) ? { ...one, media: null } : one)),
    },
  };
};

/** What shows these files in a content, by its names in lists. */
export const namesOfGone = ({ media, thumbnail, studio }: StoryContent, gone: GoneFiles): string[] => {
  const names = componentNames(studio);
  const isMediumGone = [media, thumbnail].some((file) => file !== null && gone.has(file));
  return [
    ...(isMediumGone ? [t(studioPanelWords.background)] : []),
    ...flatten(studio).flatMap(({ component }) =>
      'media' in component && component.media !== null && gone.has(component.media)
        ? [names.get(component.id) ?? '']
        : [],
    ),
  ];
};
