import { presentTitle } from '../audit/placeholders.ts';
import type { NounAudit } from '../noun.ts';
import type { instanceOrderEvents } from './events.ts';

/** How the audit tells of the order of an instance's groups. */
export const instanceOrderAudit: NounAudit<typeof instanceOrderEvents, null> = {
  sentences: {
    StoryGroupMoved: ({ data }) => {
      if (data.from && data.to) return `moved ${presentTitle(data.id)} from place ${data.from} to ${data.to}`;
      return `moved ${presentTitle(data.id)} ${data.after ? `after ${presentTitle(data.after)}` : 'to the front'}`;
    },
    StoryGroupPinned: ({ data }) => `pinned ${presentTitle(data.id)}`,
    StoryGroupUnpinned: ({ data }) => `unpinned ${presentTitle(data.id)}`,
  },
  changes(event) {
    if (event.type === 'StoryGroupPinned') return [{ field: 'pinned', from: false, to: true }];
    if (event.type === 'StoryGroupUnpinned') return [{ field: 'pinned', from: true, to: false }];
    const { after, from, to } = event.data;
    if (from && to) return [{ field: 'position', from, to }];
    const where = after === null ? 'first' : { $text: ['after ', { $title: after }] };
    return [{ field: 'position', from: null, to: where }];
  },
  withPlaceholders: ['StoryGroupMoved', 'StoryGroupPinned', 'StoryGroupUnpinned'],
  subjectTypes: ['story_group'],
  subject: ({ data }) => ({
    type: 'story_group',
    id: data.id,
    title: presentTitle(data.id),
    parent_id: data.instance_id,
  }),
};
