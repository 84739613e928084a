import type { CtaComponent } from './components/cta.ts';
import type { Studio } from './shape.ts';

/** The links of a story and the words of its button. */
export interface StoryLink {
  button_text: string;
  outlink: string;
  deep_link: string;
}

/** No link at all. */
export const noLink: StoryLink = { button_text: '', outlink: '', deep_link: '' };

/** The one swipe of a design, or undefined. */
export const swipeOf = ({ ctaData }: Pick<Studio, 'ctaData'>): CtaComponent | undefined =>
  ctaData.find(({ type }) => type === 'swipe');

/** A design whose swipe has other words and links. */
export const withLink = (studio: Studio, link: Partial<StoryLink>): Studio => ({
  ...studio,
  ctaData: studio.ctaData.map((one) => (one.type === 'swipe' ? { ...one, ...link } : one)),
});

/** The fields of a story that are its link. */
export const linkFields = ['button_text', 'outlink', 'deep_link'] as const;

/** The fields in which a swipe and what is sent beside it for the story differ. */
export const linkConflicts = (swipe: CtaComponent, sent: Partial<StoryLink>): (keyof StoryLink)[] =>
  linkFields.filter((field) => sent[field] !== undefined && sent[field] !== swipe[field]);

/** The words and links of a component, as a story has them. */
export const storyLinkOf = ({ button_text, outlink, deep_link }: StoryLink): StoryLink => ({
  button_text,
  outlink,
  deep_link,
});

/** A design without its swipe. */
export const withoutSwipe = (studio: Studio): Studio => ({
  ...studio,
  ctaData: studio.ctaData.filter(({ type }) => type !== 'swipe'),
});

/** Whether a link leads anywhere: words alone are none. */
export const leadsSomewhere = ({ outlink, deep_link }: StoryLink): boolean => outlink !== '' || deep_link !== '';
