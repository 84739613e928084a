import type { UnixSeconds } from '#contracts/time.ts';

/** A text message. `id` is the same whenever the same one is sent; `ts` is unix seconds. */
export interface Sms {
  id: string;
  /** In E.164, such as +46701234567. */
  to: string;
  text: string;
  code: string;
  ts: UnixSeconds;
}

/** Hands text messages over to whoever delivers them. */
export interface SmsSender {
  /**
   * Resolves with the provider's id, if it has one, when the message was taken. Throws NonRetryableError when it never will
   * be, any other error when a later try may help.
   */
  send(sms: Sms): Promise<string | null>;
}
