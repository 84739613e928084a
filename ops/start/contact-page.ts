import type { Config } from '#kernel/platform/config.ts';

/** The page with the address of who runs this installation in its head, where one is set. */
export const namingContact = (page: string, { CONTACT_EMAIL }: Pick<Config, 'CONTACT_EMAIL'>): string =>
  CONTACT_EMAIL ? page.replace('</head>', `<meta name="contact-email" content="${CONTACT_EMAIL}" /></head>`) : page;
