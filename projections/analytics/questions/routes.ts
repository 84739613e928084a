import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import {
  comparedQuery,
  groupRowsQuery,
  groupStatsRow,
  groupTotals,
  overview,
  statsQuery,
  storyStatsRow,
} from '#contracts/stats/stats.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { readGroupStats } from './group/stats.ts';
import { readGroupTotals } from './group/totals.ts';
import { readOverview } from './overview/read.ts';
import { resolveScope } from './resolve-scope.ts';
import { readStoryStats } from './story/stats.ts';

/** The metrics of an account: the overview of its apps, and the statistics of its groups and stories. */
export const analyticsRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/n/analytics/overview',
    config: { policy: { caller: 'user', act: 'overview.view', login_as: true, scope: 'stats' } },
    schema: {
      summary: 'Retrieve the overview of a date range',
      tags: ['Analytics'],
      querystring: statsQuery.omit({ story_group_id: true }),
      response: { 200: success(overview) },
    },
    handler: async (request) => {
      const scope = await resolveScope(kernel, principalOf(request), 'overview.view', request.query);
      return { data: await readOverview(kernel, scope) };
    },
  });

  server.route({
    method: 'GET',
    url: '/api/story_group/n/stats',
    config: { policy: { caller: 'user', act: 'stats.view', login_as: true, scope: 'stats' } },
    schema: {
      summary: 'List statistics of story groups',
      description:
        'Each row has its figures of every day, unless `days` is false. Story groups times days is at most 100,000; more is refused.',
      tags: ['Analytics'],
      querystring: groupRowsQuery,
      response: { 200: success(z.array(groupStatsRow)) },
    },
    handler: async (request) => {
      const { days, ...query } = request.query;
      const scope = await resolveScope(kernel, principalOf(request), 'stats.view', query);
      return { data: await readGroupStats(kernel, scope, { days }) };
    },
  });

  server.route({
    method: 'GET',
    url: '/api/story_group/n/stats/totals',
    config: { policy: { caller: 'user', act: 'stats.view', login_as: true, scope: 'stats' } },
    schema: {
      summary: 'Retrieve statistics of story groups together',
      description: 'Counts a viewer of several of the groups once.',
      tags: ['Analytics'],
      querystring: comparedQuery,
      response: { 200: success(groupTotals) },
    },
    handler: async (request) => {
      const scope = await resolveScope(kernel, principalOf(request), 'stats.view', request.query);
      return { data: await readGroupTotals(kernel, scope) };
    },
  });

  server.route({
    method: 'GET',
    url: '/api/story/stats',
    config: { policy: { caller: 'user', act: 'stats.view', login_as: true, scope: 'stats' } },
    schema: {
      summary: 'List statistics of stories',
      tags: ['Analytics'],
      querystring: statsQuery,
      response: { 200: success(z.array(storyStatsRow)) },
    },
    handler: async (request) => {
      const scope = await resolveScope(kernel, principalOf(request), 'stats.view', request.query);
      return { data: await readStoryStats(kernel, scope) };
    },
  });
};
