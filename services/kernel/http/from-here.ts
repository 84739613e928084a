import type { FastifyRequest } from 'fastify';

const ownName = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/i;

/**
 * Whether somebody on this machine asks for this machine: by a name that always means it, since any other name may be
 * pointed here by whoever owns it, and not by way of a proxy, which would bring in anybody.
 */
export const isFromHere = ({ hostname, headers }: Pick<FastifyRequest, 'hostname' | 'headers'>): boolean =>
  ownName.test(hostname) &&
  ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'].every((name) => headers[name] === undefined);
