import { exampleId, exampleIds, examplesOf } from '../examples.ts';
import type { instanceOrderEvents } from './events.ts';

const { instance: instance_id, group: id } = exampleIds;

export const instanceOrderExamples = examplesOf<typeof instanceOrderEvents>()({
  moved: { type: 'StoryGroupMoved', data: { instance_id, id, after: exampleId(11), from: 1, to: 3 } },
  movedToFront: { type: 'StoryGroupMoved', data: { instance_id, id, after: null } },
  pinned: { type: 'StoryGroupPinned', data: { instance_id, id } },
  unpinned: { type: 'StoryGroupUnpinned', data: { instance_id, id } },
});
