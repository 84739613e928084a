import { isBlankDesign } from '#contracts/studio/blank.ts';
import type { StoryContent } from './story-content.ts';

/** Whether nobody has put anything into a story yet: what it lacks is said calmly then. */
export const isUntouched = ({ title, media, studio, conditions }: StoryContent): boolean =>
  title === '' && media === null && conditions === null && isBlankDesign(studio);
