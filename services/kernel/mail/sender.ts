import type { Config } from '../platform/config.ts';
import type { MailSender } from './mail.ts';
import { writeToOutbox } from './outbox.ts';

const localOutbox = ({ DATA_DIR }: Config): MailSender => ({
  send: ({ id, to, subject, text, html, links, ts, attachments }) =>
    writeToOutbox(DATA_DIR, id, {
      channel: 'email',
      to,
      subject,
      text,
      html,
      links,
      ts,
      ...(attachments ? { attachments: [...attachments] } : {}),
    }),
});

/** Sends by SMTP when a mail server is set, else into the local outbox. */
export const openMailSender = async (config: Config): Promise<MailSender> => {
  const { SMTP_URL, MAIL_FROM } = config;
  if (!SMTP_URL || !MAIL_FROM) return localOutbox(config);
  const { smtpSender } = await import('./smtp.ts');
  return smtpSender(SMTP_URL, MAIL_FROM);
};
