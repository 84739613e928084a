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
      summary: 'Retrieve the last 30 minutes of an app',
      description:
        'Returns figures by minute and the five busiest groups. With `Accept: text/event-stream` (use fetch with the Authorization header), the answer is a stream. It starts with a `picture` event, which has everything. A `change` event follows within 2 s of each accepted batch that changes anything. It has the changed or new minutes, the groups and the window. The stream ends when the session ends or the role is lost. A user can have five streams open.',
      tags: ['Analytics'],
      querystring: liveQuery,
      response: { 200: success(livePicture) },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { app_id } = request.query;
      await resolveScope(kernel, principal, 'overview.view', { app_id: [app_id] });
      if (!wantsEvents(request.headers.accept)) return { data: await readLive(kernel, app_id, kernel.now()) };
      hub.requireCapacity(principal);
      hub.join(principal, app_id, openEventStream(reply));
      return reply;
    },
  });
};
