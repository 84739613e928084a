// One file for the browser: what the profile needs, and what the account asks for when it is used.
export { AccountProfile } from './AccountProfile.tsx';
export { SignUpProfile } from './SignUpProfile.tsx';
export { checkReferral } from './sign-up.ts';
