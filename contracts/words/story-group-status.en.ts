import { defineWords } from './define.ts';

/** How a story group stands, on its card. */
export const storyGroupStatusWords = defineWords('story-group-status', {
  active: 'Active',
  inactive: 'Inactive',
  capped: 'Target cap reached',
  ended: 'End date reached',
  test: 'Test group',
  archived: 'Archived',
  passive: 'Waiting for approval',
});
