/** What only the second step of the sign-up needs, and what the first asks for when it is used, is loaded with it. */
export const loadSecondStep = () => import('./ProfileStep.tsx');
