import type { FlatComponent } from '#contracts/studio/flat.ts';
import { componentSays } from '#contracts/studio/title.ts';
import { studioPanelWords } from '../../dashboard/words/studio-panels.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { itemOf, type PaletteItem } from './palette-items.ts';

const names = {
  text: studioPanelWords.itemText,
  image: studioPanelWords.itemImage,
  button: studioPanelWords.itemButton,
  swipe: studioPanelWords.itemSwipe,
  reaction: studioPanelWords.itemReaction,
  poll: studioPanelWords.itemPoll,
  quiz: studioPanelWords.itemQuiz,
  rating: studioPanelWords.itemRating,
  countdown: studioPanelWords.itemCountdown,
  product_tag: studioPanelWords.itemProductTag,
} as const;

/** What an item of the palette is called. */
export const itemName = (item: PaletteItem): string => t(names[item]);

/** What a component is called in lists: its own name, else its words, else its kind. */
export const componentName = (one: FlatComponent): string => componentSays(one).trim() || itemName(itemOf(one));
