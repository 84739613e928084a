import type { ServerPlugin } from '../types.ts';

/** Keeps answers that are for one caller out of shared caches, and those with secrets out of all, unless the route says more. */
export const cacheControl: ServerPlugin = (server) => {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) {
      const { policy, noStore } = request.routeOptions.config;
      if (noStore || policy?.caller === 'invited' || policy?.caller === 'ops')
        reply.header('cache-control', 'no-store');
      else if (policy?.caller === 'user' || policy?.caller === 'staff')
        reply.header('cache-control', 'private, no-cache');
    }
    done(null, payload);
  });
};
