import { defineWords } from '#contracts/words/define.ts';

/** Texts of api. */
export const apiWords = defineWords('api', {
  thereIsNoConnectionPlease: 'There is no connection. Please try again.',
  serviceIsBusyPleaseTry: 'The service is busy. Please try again.',
  thisCannotBeDoneWhile: 'This cannot be done while you are signed in as somebody else.',
  errorOccurredWhileProcessingYour: 'Error occurred while processing your request. Please contact Storyrail team.',
  callFailedStatus: 'The call failed ({status}).',
});
