import { blankDesign } from '#contracts/studio/blank.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { same } from '../../dashboard/kit/same.ts';
import type { StoryContent } from './story-content.ts';

const blank = blankDesign();

/** Whether nothing of a design was changed or drawn. */
export const isBlankDesign = (design: Studio): boolean => same(blank, design);

/** Whether nobody has put anything into a story yet: what it lacks is said calmly then. */
export const isUntouched = ({ title, media, studio, conditions }: StoryContent): boolean =>
  title === '' && media === null && conditions === null && isBlankDesign(studio);
