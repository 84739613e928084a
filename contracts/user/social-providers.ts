/** Whom a person can sign in with instead of a password. */
export const socialProviders = ['google', 'linkedin'] as const;
export type SocialProvider = (typeof socialProviders)[number];
/** What they are called. */
export const providerNames = { google: 'Google', linkedin: 'LinkedIn' } as const satisfies Record<
  SocialProvider,
  string
>;
/** How whoever is known to one and not yet here is refused. */
export const unknownPerson = { google: 'GoogleLogin', linkedin: 'LinkedinLogin' } as const satisfies Record<
  SocialProvider,
  string
>;
/** Where the ticket of a sign-in that is not done stands in the answer. */
export const ticketHead = 'x-social-ticket';
