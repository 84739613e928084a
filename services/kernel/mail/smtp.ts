import { createTransport } from 'nodemailer';
import { NonRetryableError } from '../platform/non-retryable-error.ts';
import type { MailSender } from './mail.ts';

/** How long a mail server may be silent, and how long a mail may take all in all; milliseconds. */
export interface SmtpLimits {
  silentMs: number;
  totalMs: number;
}
const defaultLimits: SmtpLimits = { silentMs: 10_000, totalMs: 60_000 };
const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

const transportFor = (address: string, { silentMs }: SmtpLimits) => {
  const { protocol, hostname, port, username, password } = new URL(address);
  const secure = protocol === 'smtps:';
  const near = loopback.has(hostname);
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // What leaves the machine is encrypted, to a server that proves its name.
    requireTLS: !secure && !near,
    tls: { rejectUnauthorized: !near },
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    dnsTimeout: silentMs,
    connectionTimeout: silentMs,
    greetingTimeout: silentMs,
    socketTimeout: silentMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

interface SmtpError {
  code?: string;
  response?: string;
  responseCode?: number;
}

/** What went wrong, by codes alone: a server's words name addresses. */
const sendError = (error: unknown): Error => {
  const { code, response, responseCode = 0 } = error as SmtpError;
  const answered = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response ?? '')?.[0];
  if (!answered) return new Error(`the mail server cannot be used (${code ?? 'unknown'})`);
  const words = `the mail server answered ${answered}`;
  const forGood = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  return forGood ? new NonRetryableError(words) : new Error(words);
};

const withTimeout = async (ms: number, work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail({ code: 'ETIMEDOUT' }), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Sends by SMTP, each mail over a connection of its own. The Message-ID follows from the mail's id, so that receivers
 * know a mail that was sent twice. Throws NonRetryableError when the server refuses the address or the mail for good.
 */
export const smtpSender = (address: string, from: string, limits: SmtpLimits = defaultLimits): MailSender => {
  const transport = transportFor(address, limits);
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    async send({ id, to, subject, text, html, unsubscribe, attachments = [] }) {
      const sending = transport.sendMail({
        from: { name: 'Storyrail', address: from },
        to: { name: '', address: to },
        subject,
        text,
        html,
        attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
        messageId: `<${id}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe
            ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
            : {}),
        },
      });
      try {
        await withTimeout(limits.totalMs, sending);
      } catch (error) {
        throw sendError(error);
      }
    },
  };
};
