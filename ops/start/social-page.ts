import { type SocialProvider, socialProviders } from '#contracts/user/social-providers.ts';

/** The page with the providers that people can sign in with in its head, where the buttons look; without any as it was. */
export const namingProviders = (page: string, social: Readonly<Record<SocialProvider, unknown>>): string => {
  const there = socialProviders.filter((provider) => social[provider] !== null);
  return there.length === 0
    ? page
    : page.replace('</head>', `<meta name="social" content="${there.join(' ')}" /></head>`);
};
