import { commandContext, principalOf } from '../request.ts';
import type { ServerPlugin } from '../types.ts';

/** Gives each call of a route with `command: true` the person who commands and the context in which it runs. */
export const commandContexts: ServerPlugin = (server, kernel) => {
  server.decorateRequest('command', null);
  server.addHook('preHandler', (request, _reply, done) => {
    if (request.routeOptions.config.command)
      request.command = { principal: principalOf(request), context: commandContext(request, kernel) };
    done();
  });
};
