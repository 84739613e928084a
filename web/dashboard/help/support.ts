import { helpWords } from '../words/help.en.ts';
import { t } from '../words/t.ts';

const email = globalThis.document?.querySelector('meta[name=contact-email]')?.getAttribute('content');

/** Whom to contact for help: the server writes the address into the page, where it is set. */
export const support = email ? t(helpWords.supportAt, { email }) : t(helpWords.support);
