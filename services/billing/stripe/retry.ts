import { StripeFailure, type StripeReason } from './answers.ts';

/** How often a call is tried at most, and how long is waited between tries, in milliseconds. */
const tries = 3;
const firstWaitMs = 500;
const longestWaitMs = 5000;

/** What the library throws, as far as it is read. */
export interface ThrownByStripe {
  type: string;
  statusCode?: number;
  code?: string;
  decline_code?: string;
  param?: string;
  message: string;
  requestId?: string;
  headers?: Record<string, string>;
}

const retryAfter = ({ headers }: ThrownByStripe): number | null => {
  const seconds = Number(headers?.['retry-after']);
  return headers?.['retry-after'] !== undefined && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
};

/** A key that is wrong, or may not do this, says nothing of what was asked. */
const lacksRight = ({ statusCode }: ThrownByStripe): boolean => statusCode === 401 || statusCode === 403;

/** A fault of Stripe's that it answers again because the key was used before. */
const isReplayed = ({ statusCode = 0, headers }: ThrownByStripe): boolean =>
  statusCode >= 500 && headers?.['idempotent-replayed'] === 'true';

/** What a failed call means. */
const reasonOf = (error: ThrownByStripe): StripeReason => {
  const { statusCode: status, code, decline_code, param } = error;
  if (status === 402)
    return { kind: 'declined', code: decline_code ?? code ?? 'card_declined', message: error.message };
  if (status === 404) return { kind: 'not_found' };
  if (lacksRight(error) || status === undefined || status === 409 || status === 429 || status >= 500)
    return { kind: 'unavailable', retry_after: retryAfter(error), ...(isReplayed(error) ? { kept: true } : {}) };
  return { kind: 'refused', code: code ?? null, param: param ?? null };
};

/** Whether the same call may succeed when it is made again soon; Stripe itself says where it knows. */
const mayPass = (error: ThrownByStripe, reason: StripeReason): boolean =>
  reason.kind === 'unavailable' &&
  !reason.kept &&
  !lacksRight(error) &&
  error.headers?.['stripe-should-retry'] !== 'false';

const isThrownByStripe = (error: unknown): error is ThrownByStripe =>
  error instanceof Error && typeof (error as { type?: unknown }).type === 'string' && 'rawType' in error;

/**
 * Makes a call, and again after a while where Stripe could not be reached, failed, or had too many calls: three times at
 * most, as long as Stripe asks for up to five seconds. Throws a StripeFailure.
 */
export const withRetries = async <T>(call: () => Promise<T>, wait: (ms: number) => Promise<void>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (!isThrownByStripe(error)) throw error;
      const reason = reasonOf(error);
      const asked = retryAfter(error);
      const isTooLong = asked !== null && asked * 1000 > longestWaitMs;
      if (attempt === tries || isTooLong || !mayPass(error, reason))
        throw new StripeFailure(reason, error.requestId ?? null);
      await wait(asked === null ? firstWaitMs * 2 ** (attempt - 1) : asked * 1000);
    }
  }
};
