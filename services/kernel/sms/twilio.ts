import { createHmac } from 'node:crypto';
import type { Config } from '../platform/config.ts';
import { NonRetryableError } from '../platform/non-retryable-error.ts';
import { sameSecret } from '../platform/secrets.ts';
import type { SmsSender } from './sms.ts';

/** How Twilio is reached. `from` is a number, or a messaging service (MG…). */
export interface Twilio {
  api: string;
  account: string;
  token: string;
  from: string;
  /** Where it says what became of a message. */
  callback: string;
}

/** How long Twilio may take, in milliseconds. */
const patienceMs = 10_000;
/** The path of its status callbacks. */
export const statusPath = '/api/sms/status';

/** The settings of Twilio, or null where it is not set up. */
export const twilioOf = (config: Config): Twilio | null => {
  const { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: token, TWILIO_FROM: from, TWILIO_API_URL: api } = config;
  if (!account || !token || !from) return null;
  return { api, account, token, from, callback: `${config.PUBLIC_URL}${statusPath}` };
};

/** What went wrong, by status and code alone: its words name numbers. */
const refusal = (status: number, code: unknown): Error => {
  const words = `Twilio answered ${status}${Number.isInteger(code) ? ` (${code})` : ''}`;
  const forGood = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return forGood ? new NonRetryableError(words) : new Error(words);
};

/** Where Twilio says what became of a message of ours. */
const callbackOf = (callback: string, id: string): string => `${callback}?id=${encodeURIComponent(id)}`;

/** Sends through Twilio's REST API. Throws NonRetryableError when it refuses the number, the message or the credentials. */
export const twilioSender = (twilio: Twilio, timeoutMs = patienceMs): SmsSender => {
  const { api, account, token, from, callback } = twilio;
  const url = `${api}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;
  return {
    async send({ id, to, text }) {
      const body = new URLSearchParams({ To: to, Body: text });
      body.set(from.startsWith('MG') ? 'MessagingServiceSid' : 'From', from);
      // Twilio refuses callbacks that it cannot reach.
      if (callback.startsWith('https:')) body.set('StatusCallback', callbackOf(callback, id));
      let answer: Response;
      let said: { sid?: unknown; code?: unknown } | null;
      try {
        answer = await fetch(url, {
          method: 'POST',
          headers: { authorization, 'user-agent': 'Storyrail/1' },
          body,
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        said = (await answer.json().catch(() => null)) as typeof said;
      } catch (error) {
        throw new Error(`Twilio can't be reached (${(error as Error).name})`);
      }
      if (answer.status !== 201) throw refusal(answer.status, said?.code);
      return typeof said?.sid === 'string' ? said.sid.slice(0, 64) : null;
    },
  };
};

/** The signature of a callback: HMAC-SHA1 of its address and its sorted fields, in base64. */
export const twilioSignature = (token: string, url: string, fields: Readonly<Record<string, string>>): string =>
  createHmac('sha1', token)
    .update(
      url +
        Object.keys(fields)
          .sort()
          .map((name) => name + fields[name])
          .join(''),
    )
    .digest('base64');

/** Whether a callback with this signature comes from Twilio. */
export const isFromTwilio = (
  { token, callback }: Twilio,
  query: string,
  fields: Readonly<Record<string, string>>,
  signature: string,
): boolean => sameSecret(signature, twilioSignature(token, `${callback}${query}`, fields));
