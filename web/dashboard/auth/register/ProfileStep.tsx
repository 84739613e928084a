export { ProfileForm } from './ProfileForm.tsx';
export { withFoundApp } from './profile-app.ts';
export { SignUpProfile as ProfileStep } from './SignUpProfile.tsx';
export { checkReferral } from './sign-up.ts';
