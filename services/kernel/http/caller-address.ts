import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '../config.ts';
import type { EarlyRequest } from './early/answer.ts';

/** The proxies that TRUST_PROXY names, as the framework and `callerAddress` take them; none: an empty list. */
export const trustedProxies = ({ TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>): string[] =>
  TRUST_PROXY?.split(',').map((one) => one.trim()) ?? [];

/**
 * Who calls, for requests that are answered before the framework: the address at the other end of the connection, or, where
 * that is a trusted proxy, what it says in X-Forwarded-For. The same as the framework's `request.ip`.
 */
export const callerAddress = (config: Pick<Config, 'TRUST_PROXY'>) => {
  const proxies = trustedProxies(config);
  const trust = proxies.length > 0 ? proxyAddr.compile(proxies) : null;
  return ({ address, headers }: Pick<EarlyRequest, 'address' | 'headers'>): string => {
    if (!trust || headers['x-forwarded-for'] === undefined) return address;
    // All that is looked at of a request.
    const request = { headers, socket: { remoteAddress: address } } as unknown as IncomingMessage;
    return proxyAddr(request, trust);
  };
};
