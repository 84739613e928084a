import { success } from '#contracts/api/envelope.ts';
import { firstStoryView } from '#contracts/stats/first-view.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { readFirstView } from './read.ts';

/** GET /analytics/first_view: the end of an account's first steps. */
export const firstViewRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/analytics/first_view',
    config: { policy: { caller: 'user', act: 'stats.view', login_as: true, scope: 'stats' } },
    schema: {
      summary: 'Check whether an app has shown a story',
      description:
        "Returns true once the app's SDK has reported its first impression. Previews and the showcase never count.",
      tags: ['Analytics'],
      response: { 200: success(firstStoryView) },
    },
    handler: async (request) => ({ data: await readFirstView(kernel, principalOf(request)) }),
  });
};
