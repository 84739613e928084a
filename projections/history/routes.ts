import { page } from '#contracts/api/envelope.ts';
import { historyQuery, historyRow } from '#contracts/audit/rows.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { namedGroup, requireViewableGroup } from '../viewable-group.ts';
import { listHistory } from './list.ts';

/** GET /story_group/history: every version of a group. */
export const historyRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/story_group/history',
    config: { policy: { caller: 'user', act: 'storyGroup.view', login_as: true, scope: 'read' } },
    schema: {
      querystring: historyQuery,
      response: { 200: page(historyRow) },
      summary: 'List the versions of a story group',
      description: 'Returns who changed what and when, newest first.',
      tags: ['Story groups'],
    },
    handler: async (request) => {
      const principal = principalOf(request);
      const groupId = namedGroup(request.query);
      await requireViewableGroup(kernel, principal, groupId);
      return listHistory(kernel, principal.account_id, groupId, request.query);
    },
  });
};
