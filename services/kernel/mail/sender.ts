import type { Config } from '../platform/config.ts';
import { putInOutbox } from './outbox.ts';
import type { MailContent } from './templates.ts';

/** A mail with its address. `id` is the same whenever the same mail is sent; `links` are those in its text; `ts` is unix seconds. */
export interface Mail extends MailContent {
  id: string;
  to: string;
  links: string[];
  ts: number;
}

/** Hands mails over to whoever delivers them. */
export interface MailSender {
  /** Resolves when the mail was taken. Throws EffectRefused when it never will be, any other error when a later try may help. */
  send(mail: Mail): Promise<void>;
}

const localOutbox = ({ DATA_DIR }: Config): MailSender => ({
  send: ({ id, to, subject, text, html, links, ts }) =>
    putInOutbox(DATA_DIR, id, { channel: 'email', to, subject, text, html, links, ts }),
});

/** Sends by SMTP when a mail server is set, else into the local outbox. */
export const openMailSender = async (config: Config): Promise<MailSender> => {
  const { SMTP_URL, MAIL_FROM } = config;
  if (!SMTP_URL || !MAIL_FROM) return localOutbox(config);
  const { smtpSender } = await import('./smtp.ts');
  return smtpSender(SMTP_URL, MAIL_FROM);
};
