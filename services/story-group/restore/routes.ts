import { z } from 'zod';
import { addressedId, idQuery, optionalId } from '#contracts/api/addressed-ids.ts';
import { success } from '#contracts/api/envelope.ts';
import { id, queryInt } from '#contracts/api/ids.ts';
import { restoreStoryGroup } from '#contracts/story-group/commands.ts';
import { leftAsIs, restorePreview } from '#contracts/story-group/rows.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { matchVersion } from '#kernel/commands/streams.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { previewRestore, restore } from './commands.ts';

const tags = ['Story groups'];
const edit = { policy: { caller: 'user', act: 'storyGroup.edit', login_as: true, scope: 'content' } } as const;
const restored = z.object({ story_group_id: id, version: z.int(), status: z.int(), left: z.array(leftAsIs) });
const groupIds = ['story_group_id', 'id'];

/** Bringing back a version of a group, a deleted group or a deleted story. */
export const restoreRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/story_group/restore',
    config: { ...edit, command: true },
    schema: {
      tags,
      summary: 'Restore a story group or story',
      description:
        "Restores an earlier version, or a deleted group or story. Content comes back, but never the order, the pin or a live status. Without a version, a deleted group comes back with status 2 (10 for a creator). With story_id, only that story is restored. `left` names what current rules don't allow to change.",
      querystring: idQuery('story_group_id', 'id', 'app_id', 'story_id'),
      body: restoreStoryGroup,
      response: { 200: success(restored) },
    },
    handler: async (request, reply) => {
      const groupId = addressedId(request, ...groupIds);
      const wanted = {
        version: request.body.version ?? null,
        story_id: optionalId(request, 'story_id'),
        app_id: optionalId(request, 'app_id'),
      };
      const ifMatch = matchVersion(request.headers['if-match']);
      const { principal, context } = request.command!;
      const answer = await runCommand(kernel, context, async (trx) => {
        const data = await restore(trx, principal, groupId, wanted, ifMatch);
        const said = wanted.story_id ? storyGroupWords.storyRestored : storyGroupWords.restored;
        return { status: 200, data, message: said };
      });
      return sendAnswer(reply, answer);
    },
  });

  server.route({
    method: 'GET',
    url: '/api/story_group/restore',
    config: edit,
    schema: {
      tags,
      summary: 'Preview what restoring a version would change',
      querystring: idQuery('story_group_id', 'id', 'app_id', 'story_id').extend({
        version: queryInt(1, 2_147_483_647).optional(),
      }),
      response: { 200: success(restorePreview) },
    },
    handler: async (request, reply) => {
      const groupId = addressedId(request, ...groupIds);
      const wanted = {
        version: request.query.version ?? null,
        story_id: optionalId(request, 'story_id'),
        app_id: optionalId(request, 'app_id'),
      };
      const principal = principalOf(request);
      const answer = await runCommand(kernel, commandContext(request, kernel), async (trx) => ({
        status: 200,
        data: await previewRestore(trx, principal, groupId, wanted),
      }));
      return sendAnswer(reply, answer);
    },
  });
};
