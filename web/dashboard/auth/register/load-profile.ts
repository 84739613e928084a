/** What only the profile of a sign-up needs, and what the account asks for when it is used, is loaded with it. */
export const loadProfile = () => import('./ProfileParts.tsx');
