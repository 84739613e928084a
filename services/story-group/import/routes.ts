import { addressedId, idQuery, optionalId } from '#contracts/api/addressed-ids.ts';
import { bulkResult, success } from '#contracts/api/envelope.ts';
import { importStories } from '#contracts/app/commands.ts';
import { fill } from '#contracts/words/phrase.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { say } from '#kernel/platform/say.ts';
import { importGroups } from './commands.ts';

/** POST /app/import. */
export const importRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/app/import',
    config: { policy: { caller: 'user', act: 'storyGroup.edit', login_as: true, scope: 'content' }, command: true },
    schema: {
      tags: ['Apps'],
      summary: 'Copy story groups into an instance',
      querystring: idQuery('app_id', 'instance_id'),
      body: importStories,
      response: { 200: success(bulkResult) },
    },
    handler: async (request) => {
      const wanted = {
        app_id: addressedId(request, 'app_id'),
        instance_id: optionalId(request, 'instance_id'),
        source: request.body.import,
      };
      const { target, result } = await importGroups(
        kernel,
        commandContext(request, kernel),
        principalOf(request),
        wanted,
      );
      return { data: result, message: say(fill(storyGroupWords.imported, { instance: target.title })) };
    },
  });
};
