import type { FastifyRequest } from 'fastify';
import type { Kernel } from '../kernel.ts';
import { isLoopbackName } from '../platform/config.ts';

/**
 * Whether a page of PUBLIC_URL asks; where that is loopback, also one of another name that always means this machine, by
 * that name. Without an Origin nobody knows who does.
 */
export const isOwnOrigin = (
  { config }: Pick<Kernel, 'config'>,
  { headers, hostname, host }: Pick<FastifyRequest, 'headers' | 'hostname' | 'host'>,
): boolean => {
  const own = new URL(config.PUBLIC_URL);
  if (headers.origin === own.origin) return true;
  return isLoopbackName(own.hostname) && isLoopbackName(hostname) && headers.origin === `http://${host}`;
};
