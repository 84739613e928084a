import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastRequest } from '../fast/http/fast-response.ts';
import type { Config } from '../platform/config.ts';

/** The proxies that TRUST_PROXY names, as the framework and `callerAddress` take them; none: an empty list. */
export const trustedProxies = ({ TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>): string[] =>
  TRUST_PROXY?.split(',').map((one) => one.trim()) ?? [];

/** More proxies than this are judged anew each time. */
const remembered = 1000;
const oneAddress = /^[\da-fA-F.:]+$/;

/**
 * Who calls, for requests that are answered before the framework: the address at the other end of the connection, or, where
 * that is a trusted proxy, what it says in X-Forwarded-For. The same as the framework's `request.ip`. One address from a
 * proxy that is known, as it is nearly always, is taken without reading the head again.
 */
export const callerAddress = (config: Pick<Config, 'TRUST_PROXY'>) => {
  const proxies = trustedProxies(config);
  const trust = proxies.length > 0 ? proxyAddr.compile(proxies) : null;
  const peers = new Map<string, boolean>();
  const trusts = (peer: string): boolean => {
    const known = peers.get(peer);
    if (known !== undefined) return known;
    const answer = trust?.(peer, 0) ?? false;
    if (peers.size < remembered) peers.set(peer, answer);
    return answer;
  };
  return ({ remoteAddress, headers }: Pick<FastRequest, 'remoteAddress' | 'headers'>): string => {
    const forwarded = headers['x-forwarded-for'];
    if (!trust || forwarded === undefined || !trusts(remoteAddress)) return remoteAddress;
    if (typeof forwarded === 'string' && oneAddress.test(forwarded)) return forwarded;
    // All that is looked at of a request.
    const request = { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
    return proxyAddr(request, trust);
  };
};
