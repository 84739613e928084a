import type { UnixSeconds } from '#contracts/time.ts';
import type { MailContent } from './templates.ts';

/** A file of text that goes with a mail. */
export interface Attachment {
  name: string;
  type: string;
  content: string;
}

/**
 * A mail with its address. `id` is the same whenever the same mail is sent; `links` are those in its text; `ts` is unix
 * seconds.
 */
export interface Mail extends MailContent {
  id: string;
  to: string;
  links: string[];
  ts: UnixSeconds;
  /** Where a POST ends mails of this kind for who gets them, without any question (RFC 8058). */
  unsubscribe?: string;
  attachments?: readonly Attachment[];
}

/** Hands mails over to whoever delivers them. */
export interface MailSender {
  /**
   * Resolves when the mail was taken. Throws NonRetryableError when it never will be, any other error when a later try
   * may help.
   */
  send(mail: Mail): Promise<void>;
}
