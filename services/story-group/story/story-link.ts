import { invalidField, Refusal } from '#contracts/api/errors.ts';
import { studioBytes } from '#contracts/studio/bytes.ts';
import { flatten } from '#contracts/studio/flat.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import {
  leadsSomewhere,
  linkConflicts,
  noLink,
  type StoryLink,
  storyLinkOf,
  swipeOf,
  withLink,
  withoutSwipe,
} from '#contracts/studio/links.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { withSwipe } from '#contracts/studio/swipe.ts';
import { fill } from '#contracts/words/phrase.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import { studioFieldWords } from '#contracts/words/studio-fields.en.ts';

/** What is written of a story's design and of its link; what is left out stays. */
export interface LinkWish extends Partial<StoryLink> {
  studio?: Studio | null;
}

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

/** Refuses a link that makes more of a design than designs may be. One that is too large already may get smaller. */
const requireRoom = (after: Studio, before: Studio, sent: Partial<StoryLink>): void => {
  const path = (['outlink', 'deep_link', 'button_text'] as const).find((field) => sent[field]) ?? 'outlink';
  const grows = (sizeOf: (studio: Studio) => number, most: number): boolean =>
    sizeOf(after) > Math.max(most, sizeOf(before));
  const { components, bytes } = studioLimits;
  if (grows((studio) => flatten(studio).length, components))
    throw invalidField(path, fill(studioFieldWords.tooMany, { most: components }));
  if (grows(studioBytes, bytes)) throw invalidField(path, fill(studioFieldWords.tooLarge, { most: bytes / 1024 }));
};

/**
 * A write in which the swipe of a story's design and the link of the story are one thing: what is said of one side is said of
 * the other. A design without a swipe is one of a story without a link; `past` are ids of components that the story once had.
 * Refuses a write whose two sides differ, and a link for which the design has no room.
 */
export const asOneLink = <Wish extends LinkWish>(
  wish: Wish,
  before: StoryLink & { studio: Studio | null },
  past: readonly string[] = [],
): Wish => {
  const sent = sentLink(wish);
  const was = wish.studio === undefined ? before.studio : wish.studio;
  if (!was || (!wish.studio && Object.keys(sent).length === 0)) return wish;
  const written = wish.studio
    ? ofNewDesign(was, sent, past)
    : { studio: ofKeptDesign(was, { ...storyLinkOf(before), ...sent }, past) };
  if (written.studio && written.studio !== was) requireRoom(written.studio, was, sent);
  return { ...wish, ...written };
};
