import { historyQuery, historyRow } from '#contracts/audit.ts';
import { page } from '#contracts/envelope.ts';
import { invalidField, Refusal } from '#contracts/errors.ts';
import { roleFor } from '#contracts/roles.ts';
import { transaction } from '#kernel/db/pool.ts';
import { requireAct } from '#kernel/http/policy.ts';
import { principalOf, type Routes } from '#kernel/http/server.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Principal } from '#kernel/ports.ts';
import { listHistory } from './list.ts';

const namedGroup = ({
  id,
  story_group_id,
}: {
  id?: string | undefined;
  story_group_id?: string | undefined;
}): string => {
  if (id && story_group_id && id !== story_group_id)
    throw invalidField('story_group_id', 'The request names two different story groups.');
  const found = story_group_id ?? id;
  if (!found) throw invalidField('story_group_id', 'Name the story group.');
  return found;
};

/** Lets a person look at a group of the account: by role for its app, creators only at their own. */
const requireGroup = async (kernel: Kernel, principal: Principal, groupId: string): Promise<void> => {
  const group = await transaction(kernel.db, (trx) => kernel.facts.group(trx, principal.account_id, groupId));
  if (!group) throw new Refusal('NotFound');
  requireAct(principal, 'storyGroup.view', group.app_id);
  const creator = roleFor(principal.permissions, group.app_id) === 'story_creator';
  if (creator && group.user_id !== principal.user_id) throw new Refusal('PermissionDenied');
};

/** GET /story_group/history: every version of a group. */
export const historyRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/story_group/history',
    config: { policy: { caller: 'user', act: 'storyGroup.view' } },
    schema: {
      querystring: historyQuery,
      response: { 200: page(historyRow) },
      summary: 'Every version of a story group: who, when, what changed; newest first',
      tags: ['story group'],
    },
    handler: async (request) => {
      const principal = principalOf(request);
      const groupId = namedGroup(request.query);
      await requireGroup(kernel, principal, groupId);
      return listHistory(kernel, principal.account_id, groupId, request.query);
    },
  });
};
