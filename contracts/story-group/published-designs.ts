import type { Studio } from '../studio/shape.ts';
import type { StoryGroupEvent } from './events.ts';

/** The types of events that can publish designs. */
export const designEvents = ['StoryAdded', 'StoryChanged', 'StoryRestored', 'StoryGroupRestored'] as const;

/** A story's design from an event on; undefined where the event leaves it as it was. */
interface PublishedDesign {
  story_id: string;
  studio: Studio | null | undefined;
}

/** The designs that an event publishes, each with its story. */
export const designsIn = (event: StoryGroupEvent): PublishedDesign[] => {
  switch (event.type) {
    case 'StoryAdded':
      return [{ story_id: event.data.story.id, studio: event.data.story.studio }];
    case 'StoryChanged':
    case 'StoryRestored':
      return [{ story_id: event.data.story_id, studio: event.data.changes.studio }];
    case 'StoryGroupRestored':
      return event.data.stories.map(({ story_id, changes }) => ({ story_id, studio: changes.studio }));
    default:
      return [];
  }
};
