import { securityHeadersOf } from '../security-headers.ts';
import type { ServerPlugin } from '../types.ts';

/** Sets the security headers of every answer, except on routes with `ownHeads`. */
export const securityHeaders: ServerPlugin = (server, { config }) => {
  const headers = securityHeadersOf(config);
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.ownHeads) reply.headers(headers);
    done();
  });
};
