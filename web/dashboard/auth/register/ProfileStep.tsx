export { AccountProfile } from './AccountProfile.tsx';
export { SignUpProfile as ProfileStep } from './SignUpProfile.tsx';
export { checkReferral } from './sign-up.ts';
