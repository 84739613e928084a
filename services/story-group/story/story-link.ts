import { Refusal } from '#contracts/api/errors.ts';
import {
  leadsSomewhere,
  linkConflicts,
  type StoryLink,
  storyLinkOf,
  swipeOf,
  withLink,
  withoutSwipe,
} from '#contracts/studio/links.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { withSwipe } from '#contracts/studio/swipe.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';

/** What is written of a story's design and of its link; what is left out stays. */
export interface LinkWish extends Partial<StoryLink> {
  studio?: Studio | null;
}

const noLink: StoryLink = { button_text: '', outlink: '', deep_link: '' };

const sentLink = ({ button_text, outlink, deep_link }: LinkWish): Partial<StoryLink> => ({
  ...(button_text === undefined ? {} : { button_text }),
  ...(outlink === undefined ? {} : { outlink }),
  ...(deep_link === undefined ? {} : { deep_link }),
});

const ofNewDesign = (studio: Studio, sent: Partial<StoryLink>, past: readonly string[]): Required<LinkWish> => {
  const swipe = swipeOf(studio);
  if (!swipe) {
    const link = { ...noLink, ...sent };
    return { ...link, studio: leadsSomewhere(link) ? withSwipe(studio, link, past) : studio };
  }
  const differing = linkConflicts(swipe, sent);
  if (differing.length > 0)
    throw new Refusal(
      'Invalid',
      storyGroupWords.linkDiffers,
      differing.map((path) => ({ path, said: storyGroupWords.linkDiffers })),
    );
  return { ...storyLinkOf(swipe), studio };
};

const ofKeptDesign = (studio: Studio, link: StoryLink, past: readonly string[]): Studio => {
  if (!leadsSomewhere(link)) return withoutSwipe(studio);
  return swipeOf(studio) ? withLink(studio, link) : withSwipe(studio, link, past);
};

/**
 * A write in which the swipe of a story's design and the link of the story are one thing: what is said of one side is said of
 * the other. A design without a swipe is one of a story without a link; `past` are ids of components that the story once had.
 * Refuses a write whose two sides differ.
 */
export const asOneLink = <Wish extends LinkWish>(
  wish: Wish,
  before: StoryLink & { studio: Studio | null },
  past: readonly string[] = [],
): Wish => {
  const sent = sentLink(wish);
  if (wish.studio) return { ...wish, ...ofNewDesign(wish.studio, sent, past) };
  if (wish.studio === null || !before.studio || Object.keys(sent).length === 0) return wish;
  return { ...wish, studio: ofKeptDesign(before.studio, { ...storyLinkOf(before), ...sent }, past) };
};
