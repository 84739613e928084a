import { presentTitle, withTitle } from '../audit/placeholders.ts';
import type { NounAudit } from '../noun.ts';
import { instanceOrderAuditWords } from '../words/instance-order-audit.en.ts';
import { fill } from '../words/phrase.ts';
import type { instanceOrderEvents } from './events.ts';

/** How the audit tells of the order of an instance's groups. */
export const instanceOrderAudit: NounAudit<typeof instanceOrderEvents, null> = {
  sentences: {
    StoryGroupMoved: ({ data }) => {
      const { from, to, after } = data;
      const group = presentTitle(data.id);
      if (from && to) return fill(instanceOrderAuditWords.moved, { group, from, to });
      if (after) return fill(instanceOrderAuditWords.movedAfter, { group, other: presentTitle(after) });
      return fill(instanceOrderAuditWords.movedFirst, { group });
    },
    StoryGroupPinned: ({ data }) => fill(instanceOrderAuditWords.pinned, { group: presentTitle(data.id) }),
    StoryGroupUnpinned: ({ data }) => fill(instanceOrderAuditWords.unpinned, { group: presentTitle(data.id) }),
  },
  changes(event) {
    if (event.type === 'StoryGroupPinned') return [{ field: 'pinned', from: false, to: true }];
    if (event.type === 'StoryGroupUnpinned') return [{ field: 'pinned', from: true, to: false }];
    const { after, from, to } = event.data;
    if (from && to) return [{ field: 'position', from, to }];
    const behind = (title: string) => fill(instanceOrderAuditWords.after, { title });
    return [
      { field: 'position', from: null, to: after === null ? instanceOrderAuditWords.first : withTitle(behind, after) },
    ];
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
