import { addFastHandler } from '#kernel/fast/http/fast-handler.ts';
import type { FastResponse } from '#kernel/fast/http/fast-response.ts';
import { callerAddress } from '#kernel/http/caller-address.ts';
import { networkOf } from '#kernel/http/network.ts';
import type { Server } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Config } from '#kernel/platform/config.ts';
import { createRateLimiter } from '#kernel/platform/rate-limiter.ts';
import type { DeliveryCache } from './cache.ts';
import { type EncodedResponse, matchesEtag, negotiateCoding } from './encoded-response.ts';

const prefix = '/sdk/v1/';
const suffix = '/stories';

/** The limits of deliveries, per address and per token. */
export const createDeliveryLimits = (config: Pick<Config, 'LIMIT_DELIVERY' | 'LIMIT_TOKEN'>) => {
  const perAddress = createRateLimiter(config.LIMIT_DELIVERY);
  const perToken = createRateLimiter(config.LIMIT_TOKEN);
  return {
    take: (ip: string, instanceToken: string): boolean =>
      perAddress.take(networkOf(ip)) && perToken.take(instanceToken),
  };
};
export type DeliveryLimits = ReturnType<typeof createDeliveryLimits>;

/** The answer to a conditional request: 200 with the body, or 304. */
export const conditionalAnswer = (
  response: EncodedResponse,
  personal: boolean,
  ifNoneMatch: string | undefined,
): FastResponse => {
  if (matchesEtag(ifNoneMatch, response.etag))
    return { status: 304, headers: response.headers(personal, false), extraHeaders: null, body: null };
  return { status: 200, headers: response.headers(personal, true), extraHeaders: null, body: response.body };
};

/**
 * Serves encoded answers from memory before the framework, whose hooks cost more than such an answer. Everything else,
 * every refusal included, is left to the framework, which also counts a call over the limit.
 */
export const installDeliveryFastPath = (
  server: Server,
  kernel: Pick<Kernel, 'config' | 'metrics' | 'now'>,
  cache: DeliveryCache,
  limits: DeliveryLimits,
): void => {
  const { config, metrics } = kernel;
  const hit = metrics.delivery.labels({ outcome: 'hit' });
  const same = metrics.delivery.labels({ outcome: 'not_modified' });
  const addressOf = callerAddress(config);
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
    const response = variant.encoded[negotiateCoding(headers['accept-encoding'] as string | undefined)];
    if (!response || !limits.take(addressOf(request), token)) return null;
    audience.used = true;
    variant.used = true;
    return () => {
      const answer = conditionalAnswer(response, audience.personal, headers['if-none-match'] as string | undefined);
      (answer.body ? hit : same).inc();
      return answer;
    };
  });
};
