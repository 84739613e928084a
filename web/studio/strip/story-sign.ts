import { flatten } from '#contracts/studio/flat.ts';
import { contentItems, interactiveItems, itemOf, type PaletteItem } from '../palette/palette-items.ts';
import type { StoryContent } from '../state/story-content.ts';

/** Interactive elements say most about a story, then what leads on; words and pictures say nothing. */
const telling: readonly PaletteItem[] = [...interactiveItems, ...contentItems].filter(
  (item) => item !== 'text' && item !== 'image',
);

/** What tells a story apart in a row of small pictures: its most telling element that viewers see, else that it is a video. */
export const storySign = ({ studio, type }: Pick<StoryContent, 'studio' | 'type'>): PaletteItem | 'video' | null => {
  const there = new Set(flatten(studio).flatMap((one) => (one.component.hidden ? [] : [itemOf(one)])));
  return telling.find((item) => there.has(item)) ?? (type === 2 ? 'video' : null);
};
