import { success } from '#contracts/api/envelope.ts';
import { funnel, groupRangeQuery, versions, watchSteps } from '#contracts/stats/group-details.ts';
import { hours } from '#contracts/stats/hours.ts';
import { statsQuery } from '#contracts/stats/stats.ts';
import { groupWays } from '#contracts/stats/ways.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { readFunnel } from './funnel/read.ts';
import { resolveGroupRange } from './group-range.ts';
import { readHours } from './hours/read.ts';
import { resolveScope } from './resolve-scope.ts';
import { readVersions } from './versions/read.ts';
import { readWatchSteps } from './watch/read.ts';
import { readWays } from './ways/read.ts';

/** What is asked beyond the totals: of one group its funnel, watch steps, ways and versions; of apps their hours of the week. */
export const detailRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/analytics/funnel',
    config: { policy: { caller: 'user', act: 'stats.view', login_as: true, scope: 'stats' } },
    schema: {
      summary: 'Retrieve the funnel of a story group',
      description:
        'Counts events from the cover in the bar to the click. SDKs report covers as bar_impression events with a group_id.',
      tags: ['Analytics'],
      querystring: groupRangeQuery,
      response: { 200: success(funnel) },
    },
    handler: async (request) => {
      const about = await resolveGroupRange(kernel, principalOf(request), request.query);
      return { data: await readFunnel(kernel, about) };
    },
  });
  server.route({
    method: 'GET',
    url: '/api/analytics/watch_steps',
    config: { policy: { caller: 'user', act: 'stats.view', login_as: true, scope: 'stats' } },
    schema: {
      summary: 'List how far the stories of a group were watched',
      tags: ['Analytics'],
      querystring: groupRangeQuery,
      response: { 200: success(watchSteps) },
    },
    handler: async (request) => {
      const about = await resolveGroupRange(kernel, principalOf(request), request.query);
      return { data: await readWatchSteps(kernel, about) };
    },
  });
  server.route({
    method: 'GET',
    url: '/api/analytics/ways',
    config: { policy: { caller: 'user', act: 'stats.view', login_as: true, scope: 'stats' } },
    schema: {
      summary: 'List which way people went from the conditional stories of a group',
      description:
        'Counts first answers by the rules as they are now. No answer is how often a component was seen, less its answers.',
      tags: ['Analytics'],
      querystring: groupRangeQuery,
      response: { 200: success(groupWays) },
    },
    handler: async (request) => {
      const about = await resolveGroupRange(kernel, principalOf(request), request.query);
      return { data: await readWays(kernel, about) };
    },
  });
  server.route({
    method: 'GET',
    url: '/api/analytics/versions',
    config: { policy: { caller: 'user', act: 'stats.view', login_as: true, scope: 'stats' } },
    schema: {
      summary: 'List the app and SDK versions that sent figures of a story group',
      description:
        'Per UTC day and instance, the first 200 versions are counted one by one, and all later ones together.',
      tags: ['Analytics'],
      querystring: groupRangeQuery,
      response: { 200: success(versions) },
    },
    handler: async (request) => {
      const about = await resolveGroupRange(kernel, principalOf(request), request.query);
      return { data: await readVersions(kernel, about) };
    },
  });
  server.route({
    method: 'GET',
    url: '/api/analytics/hours',
    config: { policy: { caller: 'user', act: 'overview.view', login_as: true, scope: 'stats' } },
    schema: {
      summary: 'List the hours of the week',
      description: 'Counts opens, impressions and clicks of apps by hour of the week, in the time zone of the account.',
      tags: ['Analytics'],
      querystring: statsQuery.omit({ instance_id: true, story_group_id: true }),
      response: { 200: success(hours) },
    },
    handler: async (request) => {
      const principal = principalOf(request);
      const scope = await resolveScope(kernel, principal, 'overview.view', request.query);
      return { data: await readHours(kernel, principal.account_id, scope) };
    },
  });
};
