import { defineWords } from '#contracts/words/define.ts';

/** Texts of api. */
export const apiWords = defineWords('api', {
  noConnection: "We couldn't reach Storyrail. Check your connection and try again.",
  offline: "You're offline. Try again when you're back online.",
  busy: 'The service is busy. Please try again.',
  refusedWhileActing: 'This cannot be done while you are signed in as somebody else.',
  failed: 'Error occurred while processing your request. Please contact Storyrail team.',
  failedWithStatus: 'The call failed ({status}).',
});
