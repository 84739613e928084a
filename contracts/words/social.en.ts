import { defineWords } from './define.ts';

/** What signing in with Google and LinkedIn answers and refuses. */
export const socialWords = defineWords('social', {
  oneProof: 'Send one of token, access_token, or code with state.',
  stateMissing: 'Send the state that came with the code.',
  failed: "We couldn't sign you in with {provider}. Try again, or use your email and password.",
  unavailable: "{provider} isn't answering right now. Try again in a moment, or use your email and password.",
  notVerified: "{provider} hasn't verified your email. Verify it there, or use your email and password.",
  otherLinked: 'This email already signs in with another {provider} account. Use that one, or your email and password.',
  disconnected: 'Your {provider} account was disconnected.',
  ticketExpired: 'This took too long, or was finished already. Sign in with {provider} again.',
});
