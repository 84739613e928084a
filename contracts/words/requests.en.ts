import { defineWords } from './define.ts';

/** What is said of a request that no part of the product can take, whatever it asks for. */
export const requestWords = defineWords('requests', {
  textUnclean: 'The request holds a character that cannot be stored.',
  fieldUnclean: 'This text holds a character that cannot be stored.',
  nestedTooDeeply: 'The request is nested too deeply.',
  fieldNestedTooDeeply: 'Nested too deeply.',
  addressUnreadable: 'The address holds characters that cannot be read.',
  headersTooLarge: 'The address and the headers of the request are too large together.',
  tookTooLong: 'The request took too long to arrive.',
  expectsTooMuch: 'Nothing but 100-continue can be expected here.',
  failed: 'Something went wrong here. It was logged.',
  keyTooLong: 'An Idempotency-Key has at most 200 characters.',
  versionUnreadable: 'If-Match is the version that you read, such as "12".',
  idsDiffer: 'Two different ids were given.',
  idNeeded: 'This id is needed.',
  encoded: 'Send the file as it is, without Content-Encoding.',
  staffOnly: 'Only staff may do this.',
  asSomebodyElse: 'This cannot be done while you are signed in as somebody else.',
  localOnly:
    'This only opens on the machine that runs Storyrail, not through a proxy. Behind a proxy, set PUBLIC_URL to the https:// address that people use, TRUST_PROXY to the address of the proxy, and NODE_ENV=production.',
  demoIsLocal: 'This is a sign-in of the demo account. {hint}',
  ownPagesOnly: 'Use the pages of this address.',
  notFromBoard: 'This cannot be done from the board.',
});
