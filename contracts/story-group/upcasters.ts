import type { Upcaster } from '../noun.ts';

/** Stories had neither a design nor conditions at first. */
const withDesign: Upcaster = ({ story, ...data }) => ({
  ...data,
  story: { studio: null, conditions: null, ...(story as object) },
});

/** What brings earlier events of story groups up to their present shape. */
export const storyGroupUpcasters = { StoryAdded: [withDesign] };
