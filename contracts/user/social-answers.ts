import type { SocialProvider } from './social-providers.ts';

/** How whoever is known to one and not yet here is refused. */
export const unknownPerson = { google: 'GoogleLogin', linkedin: 'LinkedinLogin' } as const satisfies Record<
  SocialProvider,
  string
>;
/** Where the ticket of a sign-in that is not done stands in the answer. */
export const ticketHead = 'x-social-ticket';
