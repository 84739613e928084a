import { defineWords } from '#contracts/words/define.ts';

/** Texts of api. */
export const apiWords = defineWords('api', {
  noConnection: "We couldn't reach Storyrail. Check your connection and try again.",
  offline: "You're offline. Try again when you're back online.",
  busy: 'Storyrail is busy. Please try again.',
  refusedWhileActing: "You can't do this while you're signed in as someone else.",
  failed: 'Error occurred while processing your request. Please contact Storyrail team.',
  failedWithStatus: 'The request failed ({status}).',
});
