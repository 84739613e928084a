import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { visibleApps } from '#contracts/api/roles.ts';
import { searchHit, searchQuery } from '#contracts/api/search.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { appsWithGroups } from './routes.ts';
import { search } from './search.ts';

/** GET /search: jumps to whatever has a name. */
export const searchRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/search',
    config: { policy: { caller: 'user', act: 'app.view', login_as: true, scope: 'read' } },
    schema: {
      summary: 'Search apps, instances, story groups and stories by name',
      description:
        'Returns at most 8 of each kind. Names that begin with the text come first, then names with a word that does.',
      tags: ['Apps'],
      querystring: searchQuery,
      response: { 200: success(z.array(searchHit)) },
    },
    handler: async (request) => {
      const principal = principalOf(request);
      const data = await search(kernel.db, kernel.config.MEDIA_URL, {
        account_id: principal.account_id,
        apps: visibleApps(principal.permissions),
        group_apps: appsWithGroups(principal),
        q: request.query.q,
      });
      return { data };
    },
  });
};
