import { defineWords } from './define.ts';

/** What is said of a request that no part of the product can take, whatever it asks for. */
export const requestWords = defineWords('requests', {
  textUnclean: "The request contains a character that can't be stored.",
  fieldUnclean: "This text contains a character that can't be stored.",
  nestedTooDeeply: 'The request is nested too deeply.',
  fieldNestedTooDeeply: 'This is nested too deeply.',
  tooManyValues: 'The request has too many values. Send fewer items at a time.',
  addressUnreadable: "The address contains characters that can't be read.",
  headersTooLarge: 'The address and headers of the request are too large.',
  tookTooLong: 'The request took too long to arrive.',
  expectsTooMuch: 'Only 100-continue is supported in Expect.',
  failed: 'Something went wrong on our side. We logged it.',
  keyTooLong: 'Use at most 200 characters in Idempotency-Key.',
  versionUnreadable: 'Use the version you read in If-Match, such as "12".',
  idsDiffer: 'The request has two different IDs.',
  idNeeded: 'This ID is required.',
  encoded: 'Send the file without Content-Encoding.',
  staffOnly: 'Only staff can do this.',
  confirmYourself: "Confirm that it's you to continue.",
  asSomebodyElse: "You can't do this while you're signed in as someone else.",
  localOnly:
    'This only opens on the machine that runs Storyrail, not through a proxy. Behind a proxy, set PUBLIC_URL to the https:// address that people use, TRUST_PROXY to the address of the proxy, and NODE_ENV=production.',
  demoIsLocal: 'This sign-in belongs to the demo account. {hint}',
  ownPagesOnly: 'Use the pages of this address.',
  ownAddressOnly: 'You can only sign in at {address}.',
  notFromBoard: "You can't do this from the job board.",
});
