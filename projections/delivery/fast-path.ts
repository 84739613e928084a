import { addFastHandler } from '#kernel/fast/http/fast-handler.ts';
import { staticHeaders } from '#kernel/fast/http/fast-response.ts';
import { RecordedResponse } from '#kernel/fast/http/recorded-response.ts';
import { callerAddress } from '#kernel/http/caller-address.ts';
import { recordRequest } from '#kernel/http/record-request.ts';
import { securityHeadersOf } from '#kernel/http/security-headers.ts';
import type { Server } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { DeliveryCache } from './cache.ts';
import { conditionalAnswer, negotiateCoding, publicHeaders } from './encoded-response.ts';
import type { DeliveryLimits } from './limits.ts';

const prefix = '/sdk/v1/';
const suffix = '/stories';

interface FastDelivery {
  cache: DeliveryCache;
  limits: DeliveryLimits;
  /** The pattern of the route. */
  route: string;
}

/**
 * Serves encoded answers from memory before the framework, whose hooks cost more than such an answer, and refuses calls
 * for them over the limit. Everything else is left to the route.
 */
export const installDeliveryFastPath = (
  server: Server,
  kernel: Pick<Kernel, 'config' | 'metrics' | 'log' | 'now'>,
  { cache, limits, route }: FastDelivery,
): void => {
  const { config, metrics } = kernel;
  const hit = metrics.delivery.labels({ outcome: 'hit' });
  const same = metrics.delivery.labels({ outcome: 'not_modified' });
  const addressOf = callerAddress(config);
  const failureHeaders = Object.entries({
    ...securityHeadersOf(config),
    ...publicHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  }).flat();
  const fastRoute = { method: 'GET', route, headers: staticHeaders(failureHeaders) };
  addFastHandler(server, (request) => {
    const { method, url, headers } = request;
    if (method !== 'GET' || !url.startsWith(prefix)) return null;
    const at = url.indexOf('?');
    const end = (at < 0 ? url.length : at) - suffix.length;
    if (!url.startsWith(suffix, end)) return null;
    const token = url.slice(prefix.length, end);
    const entry = cache.get(token);
    const audience = entry?.audiences.get(at < 0 ? '' : url.slice(at + 1));
    const variant = audience && entry?.variants.get(audience.key);
    if (!variant || variant.until <= kernel.now()) return null;
    const encoded = variant.encoded[negotiateCoding(headers['accept-encoding'] as string | undefined)];
    if (!encoded) return null;
    const since = performance.now();
    try {
      limits.admit(addressOf(request), token);
    } catch (error) {
      return () => new RecordedResponse(kernel, fastRoute).fail(error);
    }
    audience.used = true;
    variant.used = true;
    return () => {
      const answer = conditionalAnswer(encoded, audience.personal, headers['if-none-match'] as string | undefined);
      (answer.body ? hit : same).inc();
      recordRequest(kernel, null, { method, route, status: answer.status, ms: performance.now() - since, more: {} });
      return answer;
    };
  });
};
