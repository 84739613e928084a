import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import {
  groupInteractiveRow,
  interactiveQuery,
  interactiveTotals,
  storyInteractiveRow,
} from '#contracts/stats/interactive-stats.ts';
import { comparedQuery } from '#contracts/stats/stats.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { resolveScope } from '../resolve-scope.ts';
import { readGroupInteractive } from './groups.ts';
import { readStoryInteractive } from './stories.ts';
import { readInteractiveTotals } from './totals.ts';

/** How viewers answered the components of groups and of stories. */
export const interactiveRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/story_group/n/interactive_stats',
    config: { policy: { caller: 'user', act: 'stats.view', login_as: true, scope: 'stats' } },
    schema: {
      summary: 'List responses to the components of story groups',
      tags: ['Analytics'],
      querystring: interactiveQuery,
      response: { 200: success(z.array(groupInteractiveRow)) },
    },
    handler: async (request) => {
      const { days, ...query } = request.query;
      const scope = await resolveScope(kernel, principalOf(request), 'stats.view', query);
      return { data: await readGroupInteractive(kernel, scope, { days }) };
    },
  });

  server.route({
    method: 'GET',
    url: '/api/story_group/n/interactive_stats/totals',
    config: { policy: { caller: 'user', act: 'stats.view', login_as: true, scope: 'stats' } },
    schema: {
      summary: 'Retrieve responses to the components of story groups together',
      description: 'Counts a viewer of several of the groups once.',
      tags: ['Analytics'],
      querystring: comparedQuery,
      response: { 200: success(interactiveTotals) },
    },
    handler: async (request) => {
      const scope = await resolveScope(kernel, principalOf(request), 'stats.view', request.query);
      return { data: await readInteractiveTotals(kernel, scope) };
    },
  });

  server.route({
    method: 'GET',
    url: '/api/story/interactive_stats',
    config: { policy: { caller: 'user', act: 'stats.view', login_as: true, scope: 'stats' } },
    schema: {
      summary: 'List responses to the components of stories',
      tags: ['Analytics'],
      querystring: interactiveQuery,
      response: { 200: success(z.array(storyInteractiveRow)) },
    },
    handler: async (request) => {
      const { days, ...query } = request.query;
      const scope = await resolveScope(kernel, principalOf(request), 'stats.view', query);
      return { data: await readStoryInteractive(kernel, scope, { days }) };
    },
  });
};
