import { blankDesign } from '#contracts/studio/blank.ts';
import type { StoryContent } from './story-content.ts';

const blank = JSON.stringify(blankDesign());

/** Whether nobody has put anything into a story yet: what it lacks is said calmly then. */
export const isUntouched = ({ title, media, studio, conditions }: StoryContent): boolean =>
  title === '' && media === null && conditions === null && JSON.stringify(studio) === blank;
