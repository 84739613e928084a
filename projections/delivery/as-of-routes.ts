import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { invalidField } from '#contracts/api/errors.ts';
import { roleFor } from '#contracts/api/roles.ts';
import { asOfQuery } from '#contracts/audit/rows.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { namedGroup, requireViewableGroup } from '../viewable-group.ts';
import { groupAsOf, type PointInTime } from './as-of.ts';
import { deliveredGroup } from './schema.ts';

const parsePointInTime = ({ ts, version }: { ts?: number | undefined; version?: number | undefined }): PointInTime => {
  if (ts !== undefined && version !== undefined) throw invalidField('version', storyGroupWords.momentAndVersion);
  if (version !== undefined) return { version };
  if (ts === undefined) throw invalidField('ts', storyGroupWords.momentOrVersion);
  return { ts };
};

/** GET /story_group/as_of: a group as viewers saw it at a point in time. */
export const asOfRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/story_group/as_of',
    config: { policy: { caller: 'user', act: 'storyGroup.view', login_as: true, scope: 'read' } },
    schema: {
      querystring: asOfQuery,
      response: { 200: success(z.object({ live: z.boolean(), group: deliveredGroup, bar: z.array(deliveredGroup) })) },
      summary: 'Retrieve a story group as it was at a given time',
      description:
        "Takes `ts` or `version`, and answers in the shape that SDKs get. If `live`, `group` is exactly what was delivered then. Otherwise it is the content as it stood. `bar` is the group in its place in the instance's bar, with up to nine delivered neighbors.",
      tags: ['Story groups'],
    },
    handler: async (request) => {
      const principal = principalOf(request);
      const group = await requireViewableGroup(kernel, principal, namedGroup(request.query));
      const data = await groupAsOf(kernel, group, parsePointInTime(request.query));
      // Creators see their own groups only.
      const own = roleFor(principal.permissions, group.app_id) === 'story_creator';
      return { data: own ? { ...data, bar: [data.group] } : data };
    },
  });
};
