import { success } from '#contracts/api/envelope.ts';
import { livePicture, liveQuery } from '#contracts/stats/live.ts';
import { openEventStream, wantsEvents } from '#kernel/http/event-stream.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { resolveScope } from '../resolve-scope.ts';
import { openLiveHub } from './hub.ts';
import { readLive } from './read.ts';

/** GET /analytics/live: the last 30 minutes of an app, as they are and as they change. */
export const liveRoutes: Routes = (server, kernel) => {
  const hub = openLiveHub(kernel);
  server.addHook('preClose', async () => hub.stop());
  server.route({
    method: 'GET',
    url: '/api/analytics/live',
    compress: false,
    config: { policy: { caller: 'user', act: 'overview.view', login_as: true, scope: 'stats' } },
    schema: {
      summary: 'The last 30 minutes of an app',
      description:
        'Minute by minute, with the five busiest groups. With `Accept: text/event-stream` (by fetch, with the Authorization header) it goes on: first an event `picture`, which is the whole, then an event `change` within 2 s of each accepted batch that changes it: minutes that changed or are new, the groups, and the window. It ends when the session ends or the role is lost; at most five are open for a user.',
      tags: ['analytics'],
      querystring: liveQuery,
      response: { 200: success(livePicture) },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { app_id } = request.query;
      await resolveScope(kernel, principal, 'overview.view', { app_id });
      if (!wantsEvents(request.headers.accept)) return { data: await readLive(kernel, app_id, kernel.now()) };
      hub.requireCapacity(principal.user_id);
      hub.join(principal, app_id, openEventStream(reply));
      return reply;
    },
  });
};
