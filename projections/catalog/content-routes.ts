import { z } from 'zod';
import { page, success } from '#contracts/api/envelope.ts';
import { deletedGroupRow, deletedGroupsQuery, segmentQuery, segmentRow } from '#contracts/story-group/lists.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { listDeletedGroups } from './deleted-groups.ts';
import { requirePlace } from './place.ts';
import { appsWithGroups } from './routes.ts';
import { listSegments } from './segments.ts';

const view = { policy: { caller: 'user', act: 'storyGroup.view', login_as: true, scope: 'read' } } as const;

/** What the content page lists besides groups: the labels in use, and the groups that were deleted. */
export const contentRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/segment',
    config: view,
    schema: {
      summary: 'Labels in use',
      description: 'Each label that a group which is not deleted carries, with the number of such groups.',
      tags: ['story group'],
      querystring: segmentQuery,
      response: { 200: success(z.array(segmentRow)) },
    },
    handler: async (request) => {
      const principal = principalOf(request);
      const { app_id, instance_id, limit = 1000 } = request.query;
      const { account_id } = principal;
      const place = { app_id, instance_id };
      await requirePlace(kernel.db, principal, place);
      const apps = appsWithGroups(principal);
      return { data: await listSegments(kernel.db, { account_id, apps, ...place, limit }) };
    },
  });

  server.route({
    method: 'GET',
    url: '/api/story_group/deleted',
    config: view,
    schema: {
      summary: 'Recently deleted story groups',
      description: 'The last deleted first, with who deleted them and when; they can be restored.',
      tags: ['story group'],
      querystring: deletedGroupsQuery,
      response: { 200: page(deletedGroupRow) },
    },
    handler: async (request) => {
      const principal = principalOf(request);
      const { app_id, instance_id, limit = 100, offset = 0 } = request.query;
      const { account_id } = principal;
      const place = { app_id, instance_id };
      await requirePlace(kernel.db, principal, place);
      const apps = appsWithGroups(principal);
      return listDeletedGroups(kernel, { account_id, apps, ...place, limit, offset });
    },
  });
};
