import { defineWords } from './define.ts';

/** How often the digest comes. */
export const digestWords = defineWords('digests', {
  none: 'Never',
  daily: 'Every day at 8:00',
  weekly: 'Every Monday at 8:00',
});
