import type { FastifyRequest } from 'fastify';
import { type Config, isLoopbackName } from '../platform/config.ts';
import { type Peer, peerOf } from './peer.ts';

const ownAddress = /^(?:(?:::ffff:)?127(?:\.\d+){3}|::1)$/i;
const proxyHeaders = ['via', 'forwarded', 'x-real-ip'];

/** Whether the headers of a request are those of somebody on this machine who asks for this machine without a proxy. */
const headersAreLocal = ({ hostname, headers, raw }: Pick<FastifyRequest, 'hostname' | 'headers' | 'raw'>): boolean =>
  isLoopbackName(hostname) &&
  raw.httpVersion === '1.1' &&
  proxyHeaders.every((name) => headers[name] === undefined) &&
  !Object.keys(headers).some((name) => name.startsWith('x-forwarded-'));

/**
 * What can be told of `isLocalCaller` without looking at who is at the other end: a proxy that leaves no headers
 * passes.
 */
export const looksLocal = (
  { local }: Pick<Config, 'local'>,
  request: Pick<FastifyRequest, 'hostname' | 'headers' | 'raw'>,
): boolean => local && ownAddress.test(request.raw.socket.remoteAddress ?? '') && headersAreLocal(request);

const seen = new WeakMap<object, Promise<Peer>>();

/**
 * Whether somebody on this machine asks, and not by way of a proxy, which would bring in anybody: while the settings
 * say that Storyrail is for this machine alone, by a loopback address and name, without headers that a proxy leaves,
 * and from a program that takes no connections itself. Where the system does not tell which program it is, one that
 * ends its connection with each request (`Connection: close`, as nginx does) is taken for a proxy.
 */
export const isLocalCaller = async (
  config: Pick<Config, 'local'>,
  request: Pick<FastifyRequest, 'hostname' | 'headers' | 'raw'>,
): Promise<boolean> => {
  if (!looksLocal(config, request)) return false;
  const { socket } = request.raw;
  // Injected by this process.
  if (socket.localPort === undefined) return true;
  let peer = seen.get(socket);
  if (!peer) {
    peer = peerOf(socket);
    seen.set(socket, peer);
  }
  const found = await peer;
  return found === 'unknown' ? !/\bclose\b/i.test(request.headers.connection ?? '') : found === 'caller';
};
