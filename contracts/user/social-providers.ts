/** Whom a person can sign in with instead of a password. */
export const socialProviders = ['google', 'linkedin'] as const;
export type SocialProvider = (typeof socialProviders)[number];
/** What they are called. */
export const providerNames = { google: 'Google', linkedin: 'LinkedIn' } as const satisfies Record<
  SocialProvider,
  string
>;
