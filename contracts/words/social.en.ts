import { defineWords } from './define.ts';

/** What signing in with Google and LinkedIn, and connecting them, answers and refuses. */
export const socialWords = defineWords('social', {
  oneProof: 'Send one of token, access_token, or code with state.',
  stateMissing: 'Send the state that came with the code.',
  failed: "We couldn't sign you in with {provider}. Try again, or use your email and password.",
  unavailable: "{provider} isn't answering right now. Try again in a moment, or use your email and password.",
  notVerified: "{provider} hasn't verified your email. Verify it there, or use your email and password.",
  otherLinked: 'This email already signs in with another {provider} account. Use that one, or your email and password.',
  leftByPerson:
    'You disconnected {provider}. Sign in another way, or reset your password, then connect {provider} in User Settings.',
  connected: 'Your {provider} account was connected.',
  disconnected: 'Your {provider} account was disconnected.',
  connectFailed: "We couldn't connect {provider}. Try again.",
  connectUnavailable: "{provider} isn't answering right now. Try again in a moment.",
  connectExpired: 'This took too long, or was started elsewhere. Connect {provider} again.',
  connectNotVerified: "{provider} hasn't verified your email. Verify it there, then connect {provider} again.",
  ownNotVerified: 'Verify your email first, then connect {provider}.',
  otherEmail: 'This {provider} account has a different email. Connect one with the email you use here.',
  otherPerson: 'This {provider} account already signs in someone else.',
  otherConnected: 'Another {provider} account is connected. Disconnect it first.',
  ticketExpired: 'This took too long, or was finished already. Sign in with {provider} again.',
});
