import { addressedId, idQuery } from '#contracts/api/addressed-ids.ts';
import { success } from '#contracts/api/envelope.ts';
import { askPreview, type PreviewLink, previewLink, previewLinks, previewMs } from '#contracts/studio/preview.ts';
import { toSeconds } from '#contracts/time.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { CommandAnswer, CommandTrx } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import type { Routes } from '#kernel/http/types.ts';
import { newToken, tokenHash } from '#kernel/platform/secrets.ts';
import { openStudio } from '../presence/write.ts';

const handleAskPreview = async (
  trx: CommandTrx,
  principal: Principal,
  groupId: string,
): Promise<CommandAnswer<PreviewLink>> => {
  const { me } = await openStudio(trx, principal, groupId);
  trx.defer({
    name: 'end-oldest-previews',
    text: `delete from story_preview where secret_hash = any(array(
             select secret_hash from story_preview where user_id = $1 and story_group_id = $2
              order by expires_at desc offset ${previewLinks - 1}))`,
    values: [me.user_id, groupId],
  });
  const secret = newToken();
  const expires = trx.context.now + previewMs;
  await trx.query
    .insertInto('story_preview')
    .values({
      secret_hash: tokenHash(secret),
      account_id: me.account_id,
      story_group_id: groupId,
      user_id: me.user_id,
      expires_at: new Date(expires),
    })
    .execute();
  const url = `${trx.kernel.config.PUBLIC_URL}/preview#${secret}`;
  return { status: 201, data: { url, ts_expires: toSeconds(expires) } };
};

/** POST /story/preview: a link that plays a group with its drafts. */
export const previewLinkRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/story/preview',
    config: { policy: { caller: 'user', act: 'storyGroup.edit' }, command: true, noStore: true },
    schema: {
      tags: ['Studio'],
      summary: 'Make a link that plays a group with its drafts',
      description: `Anyone who has the link can play it for 30 minutes. It ends earlier when you may no longer edit the group, when the group is deleted, and when you have made ${previewLinks} newer links to it. Nothing counts.`,
      querystring: idQuery('story_group_id'),
      body: askPreview.partial().nullish(),
      response: { 201: success(previewLink) },
    },
    handler: async (request, reply) => {
      const { principal, context } = request.command!;
      const groupId = addressedId(request, 'story_group_id');
      // A repeated request must not find the secret: it is kept nowhere.
      const once = { ...context, idempotency: null };
      return sendAnswer(reply, await runCommand(kernel, once, (trx) => handleAskPreview(trx, principal, groupId)));
    },
  });
};
