import type { Config } from '#kernel/platform/config.ts';

/** The page with the fewest characters of a password in its head, where the forms that ask for a new one look. */
export const namingPasswordRule = (page: string, { PASSWORD_MIN }: Pick<Config, 'PASSWORD_MIN'>): string =>
  page.replace('</head>', `<meta name="password-min" content="${PASSWORD_MIN}" /></head>`);
