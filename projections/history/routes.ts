import { z } from 'zod';
import { page, success } from '#contracts/api/envelope.ts';
import { invalidField } from '#contracts/api/errors.ts';
import { historyQuery, historyRow } from '#contracts/audit/rows.ts';
import { liveTimes, liveTimesQuery } from '#contracts/story-group/lists.ts';
import { revision, storyRevisionsQuery } from '#contracts/studio/draft.ts';
import { toSeconds } from '#contracts/time.ts';
import { figureWords } from '#contracts/words/figures.en.ts';
import { fill } from '#contracts/words/phrase.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { requirePlace } from '../place.ts';
import { namedGroup, requireViewableGroup } from '../viewable-group.ts';
import { listHistory } from './list.ts';
import { listLiveTimes } from './live-times.ts';
import { groupOfRevisions, listRevisions } from './revisions.ts';

const maxDays = 366;
const daySeconds = 86_400;

/**
 * GET /story_group/history: every version of a group; GET /story_group/live_times: when an app's groups were live; GET
 * /story/revisions: how a story was drawn and published.
 */
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
  server.route({
    method: 'GET',
    url: '/api/story_group/live_times',
    config: { policy: { caller: 'user', act: 'storyGroup.view', login_as: true, scope: 'read' } },
    schema: {
      querystring: liveTimesQuery,
      response: { 200: success(liveTimes) },
      summary: 'List when the story groups of an app were live',
      description:
        'Returns the times within the range in which each group was active, published and within its dates, deleted groups included. A start or end outside of the range, or still to come, is null. Nothing after `until` is known yet.',
      tags: ['Story groups'],
    },
    handler: async (request) => {
      const principal = principalOf(request);
      const { app_id, ...range } = request.query;
      await requirePlace(kernel.db, principal, { app_id });
      if (range.ts_end < range.ts_start) throw invalidField('ts_end', figureWords.rangeBackwards);
      if (range.ts_end - range.ts_start > maxDays * daySeconds)
        throw invalidField('ts_start', fill(figureWords.rangeTooLong, { most: maxDays }));
      const until = toSeconds(kernel.now());
      return { data: { until, times: await listLiveTimes(kernel, principal.account_id, app_id, range, until) } };
    },
  });
  server.route({
    method: 'GET',
    url: '/api/story/revisions',
    config: { policy: { caller: 'user', act: 'storyGroup.edit', login_as: true } },
    schema: {
      querystring: storyRevisionsQuery,
      response: { 200: success(z.array(revision)).extend({ next: z.string().nullable() }) },
      summary: 'List the revisions of a story',
      description:
        'Returns how the draft was every ten minutes (the last 50) and what was published, newest first. The former go once the draft is published or discarded. An answer has up to 50, and up to 512 KiB: send its `next` as `before` for older ones.',
      tags: ['Drafts'],
    },
    handler: async (request) => {
      const principal = principalOf(request);
      const groupId = await groupOfRevisions(kernel, principal.account_id, request.query.story_id);
      const group = await requireViewableGroup(kernel, principal, groupId);
      return listRevisions(kernel, group, request.query);
    },
  });
};
