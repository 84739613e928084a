import type { SocialProvider } from '#contracts/user/social-providers.ts';

/** Those that this installation has: the server writes them into the page, so that nothing is asked. */
export const configuredProviders = (document
  .querySelector('meta[name=social]')
  ?.getAttribute('content')
  ?.match(/\w+/g) ?? []) as SocialProvider[];
