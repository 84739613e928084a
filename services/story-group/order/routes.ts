import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addressedId, idQuery, optionalId } from '#contracts/api/addressed-ids.ts';
import { success } from '#contracts/api/envelope.ts';
import { id } from '#contracts/api/ids.ts';
import { sortStoryGroups } from '#contracts/story-group/commands.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import type { Routes } from '#kernel/http/types.ts';
import { sortGroups, togglePin } from './commands.ts';

const tags = ['Story groups'];
const arrange = {
  policy: { caller: 'user', act: 'storyGroup.arrange', login_as: true, scope: 'content' },
  command: true,
} as const;
const pinned = success(z.object({ story_group_id: id, pinned: z.boolean() }));

/** Sorting and pinning the groups of an instance. */
export const orderRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/story_group/sort',
    config: arrange,
    schema: {
      tags,
      summary: 'Reorder the story groups of an instance',
      querystring: idQuery('app_id', 'instance_id'),
      body: sortStoryGroups,
      response: { 200: success(z.object({ instance_id: id, moved: z.int() })) },
    },
    handler: async (request, reply) => {
      const place = { app_id: optionalId(request, 'app_id'), instance_id: optionalId(request, 'instance_id') };
      const { order, moved } = request.body;
      const { principal, context } = request.command!;
      return sendAnswer(
        reply,
        await runCommand(kernel, context, (trx) => sortGroups(trx, principal, place, { order, moved })),
      );
    },
  });

  const toggle = async (request: FastifyRequest, reply: FastifyReply) => {
    const groupId = addressedId(request, 'story_group_id', 'id');
    const at = { app_id: optionalId(request, 'app_id') };
    const { principal, context } = request.command!;
    return sendAnswer(reply, await runCommand(kernel, context, (trx) => togglePin(trx, principal, groupId, at)));
  };
  const querystring = idQuery('story_group_id', 'id', 'app_id');

  server.route({
    method: 'GET',
    url: '/api/story_group/pin',
    config: arrange,
    // A HEAD that writes would be a surprise.
    exposeHeadRoute: false,
    schema: { tags, summary: 'Pin or unpin a story group', querystring, response: { 200: pinned } },
    handler: toggle,
  });
  server.route({
    method: 'POST',
    url: '/api/story_group/pin',
    config: arrange,
    schema: {
      tags,
      summary: 'Pin or unpin a story group',
      querystring,
      body: z.strictObject({ story_group_id: id.optional(), id: id.optional(), app_id: id.optional() }),
      response: { 200: pinned },
    },
    handler: toggle,
  });
};
