import type { FastifyRequest } from 'fastify';
import type { Kernel } from '../kernel.ts';
import { isLoopbackName } from '../platform/config.ts';

/**
 * Whether a page of PUBLIC_URL asks; while Storyrail is for this machine alone, also one of another name that always means
 * it. Without an Origin nobody knows who does.
 */
export const isOwnOrigin = (
  { config }: Pick<Kernel, 'config'>,
  { headers, hostname, host }: Pick<FastifyRequest, 'headers' | 'hostname' | 'host'>,
): boolean =>
  headers.origin === new URL(config.PUBLIC_URL).origin ||
  (config.local && isLoopbackName(hostname) && headers.origin === `http://${host}`);
