import type { UserFacts } from './facts.ts';

/** Whether somebody of a team can sign in: a member whose address is shown to be theirs, and whom nobody disabled. */
export const canSignIn = ({ phase, verified, disabled }: Pick<UserFacts, 'phase' | 'verified' | 'disabled'>): boolean =>
  phase === 'member' && verified && !disabled;
