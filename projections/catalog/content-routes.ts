import { z } from 'zod';
import { page, success } from '#contracts/api/envelope.ts';
import { deletedGroupRow, deletedGroupsQuery, segmentQuery, segmentRow } from '#contracts/story-group/lists.ts';
import { storyDesignRow, storyDesignsQuery } from '#contracts/story-group/story-rows.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { requirePlace } from '../place.ts';
import { listDeletedGroups } from './deleted-groups.ts';
import { listDesigns } from './designs.ts';
import { appsWithGroups } from './routes.ts';
import { listSegments } from './segments.ts';

const view = { policy: { caller: 'user', act: 'storyGroup.view', login_as: true, scope: 'read' } } as const;

/** What lists of content ask for besides groups: the labels in use, deleted groups, and designs over thumbnails. */
export const contentRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/segment',
    config: view,
    schema: {
      summary: 'List labels in use',
      description: "Returns each label with the number of groups that have it. Deleted groups don't count.",
      tags: ['Story groups'],
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
      summary: 'List recently deleted story groups',
      description: 'Returns who deleted each group and when, most recent first. You can restore them.',
      tags: ['Story groups'],
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

  server.route({
    method: 'GET',
    url: '/api/story/designs',
    config: view,
    schema: {
      summary: 'Retrieve the designs of stories',
      description:
        "Returns the design of each of up to 50 stories. Stories without one, and those that aren't there, are left out.",
      tags: ['Stories'],
      querystring: storyDesignsQuery,
      response: { 200: success(z.array(storyDesignRow)) },
    },
    handler: async (request) => {
      const principal = principalOf(request);
      const wanted = { account_id: principal.account_id, apps: appsWithGroups(principal), ids: request.query.story_id };
      return { data: await listDesigns(kernel.db, kernel.config.MEDIA_URL, wanted) };
    },
  });
};
