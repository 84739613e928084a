import { addFastHandler } from '#kernel/fast/http/fast-handler.ts';
import type { FastResponse } from '#kernel/fast/http/fast-response.ts';
import { callerAddress } from '#kernel/http/caller-address.ts';
import { networkOf } from '#kernel/http/network.ts';
import type { Server } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Config } from '#kernel/platform/config.ts';
import type { Cache } from './cache.ts';
import { codingFor, namesTag, type Ready } from './encode.ts';

const prefix = '/sdk/v1/';
const suffix = '/stories';

/** Counts calls per key within the running second of this process; true while a key is within the limit (0: none). */
const perSecond = (limit: number) => {
  let second = 0;
  const counts = new Map<string, number>();
  return (key: string): boolean => {
    if (limit === 0) return true;
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) {
      second = now;
      counts.clear();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= limit;
  };
};

/** The limits of deliveries, per address and per token. */
export const createLimits = (config: Pick<Config, 'LIMIT_DELIVERY' | 'LIMIT_TOKEN'>) => {
  const address = perSecond(config.LIMIT_DELIVERY);
  const token = perSecond(config.LIMIT_TOKEN);
  return { take: (ip: string, instanceToken: string): boolean => address(networkOf(ip)) && token(instanceToken) };
};
export type Limits = ReturnType<typeof createLimits>;

/** What a caller gets who may have the answer already: it whole, or 304. */
export const answerOf = (ready: Ready, personal: boolean, held: string | undefined): FastResponse => {
  if (namesTag(held, ready.etag))
    return { status: 304, headers: ready.heads(personal, false), extraHeaders: null, body: null };
  return { status: 200, headers: ready.heads(personal, true), extraHeaders: null, body: ready.body };
};

/**
 * Answers what lies ready in memory before the framework sees the request: its hooks cost more than such an answer. All
 * else, every refusal included, goes on to the framework, which also counts a call that was one too many.
 */
export const answerWarm = (server: Server, kernel: Kernel, cache: Cache, limits: Limits): void => {
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
    const entry = cache.held(token);
    const reading = entry?.readings.get(at < 0 ? '' : url.slice(at + 1));
    const variant = reading && entry?.variants.get(reading.key);
    if (!variant || variant.until <= kernel.now()) return null;
    const ready = variant.ready[codingFor(headers['accept-encoding'] as string | undefined)];
    if (!ready || !limits.take(addressOf(request), token)) return null;
    return () => {
      const answer = answerOf(ready, reading.personal, headers['if-none-match'] as string | undefined);
      (answer.body ? hit : same).inc();
      return answer;
    };
  });
};
