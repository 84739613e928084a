import { type CtaComponent, ctaComponent } from './components/cta.ts';
import { flatten } from './flat.ts';
import type { Studio } from './shape.ts';

/** The links of a story and the words of its button. */
export interface StoryLink {
  button_text: string;
  outlink: string;
  deep_link: string;
}

/** The one swipe of a design, or undefined. */
export const swipeOf = ({ ctaData }: Pick<Studio, 'ctaData'>): CtaComponent | undefined =>
  ctaData.find(({ type }) => type === 'swipe');

/** A design whose swipe has other words and links. */
export const withLink = (studio: Studio, link: Partial<StoryLink>): Studio => ({
  ...studio,
  ctaData: studio.ctaData.map((one) => (one.type === 'swipe' ? { ...one, ...link } : one)),
});

const linkFields = ['button_text', 'outlink', 'deep_link'] as const;

/** The fields in which a swipe and what is sent beside it for the story differ. */
export const linkConflicts = (swipe: CtaComponent, sent: Partial<StoryLink>): (keyof StoryLink)[] =>
  linkFields.filter((field) => sent[field] !== undefined && sent[field] !== swipe[field]);

/** The words and links of a component, as a story has them. */
export const storyLinkOf = ({ button_text, outlink, deep_link }: StoryLink): StoryLink => ({
  button_text,
  outlink,
  deep_link,
});

/** Where a swipe stands that a link of the story brings: at the lower edge, within reach of a thumb. */
const usualPlace = { position: { x: 60, y: 560 }, size: { width: 240, height: 56 } } as const;

const freeId = (studio: Studio): string => {
  const taken = new Set(flatten(studio).map(({ component }) => component.id));
  let id = 'story-link';
  for (let next = 2; taken.has(id); next += 1) id = `story-link-${next}`;
  return id;
};

/** A design with a swipe for a link, at its usual place. */
export const withSwipe = (studio: Studio, link: StoryLink): Studio => ({
  ...studio,
  ctaData: [...studio.ctaData, ctaComponent.parse({ id: freeId(studio), ...usualPlace, ...link })],
});

/** A design without its swipe. */
export const withoutSwipe = (studio: Studio): Studio => ({
  ...studio,
  ctaData: studio.ctaData.filter(({ type }) => type !== 'swipe'),
});
