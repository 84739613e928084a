import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { unlinkSocial } from '#contracts/user/proofs.ts';
import { providerNames, type SocialProvider } from '#contracts/user/social-providers.ts';
import type { UserState } from '#contracts/user/state.ts';
import { fill } from '#contracts/words/phrase.ts';
import { socialWords } from '#contracts/words/social.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandAnswer, type CommandTrx, currentPrincipal } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import { decideUser } from '../decide.ts';
import { holdSecret } from '../passwords.ts';
import { storedHash } from '../sign-in-attempt.ts';

const unlink = async (
  trx: CommandTrx,
  principal: Principal,
  provider: SocialProvider,
): Promise<CommandAnswer<null>> => {
  const { user_id } = await currentPrincipal(trx, principal);
  // A reset of the password waits, or is seen here: it may be the other way in.
  await holdSecret(trx, user_id);
  const has_password = (await storedHash(trx, user_id)) !== null;
  const user = await load<UserState>(trx, `user-${user_id}`);
  const { recorded } = await save(trx, user, decideUser({ type: 'UnlinkSocial', provider, has_password }, user.state));
  await trx.query
    .deleteFrom('social_identity')
    .where('user_id', '=', user_id)
    .where('provider', '=', provider)
    .execute();
  await enqueueEffect(trx, recorded[0]!.meta.event_id, 'factor_notice', { user_id });
  const message = fill(socialWords.disconnected, { provider: providerNames[provider] });
  return { status: 200, data: null, message };
};

/** Taking away what somebody signs in with elsewhere. */
export const unlinkRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'DELETE',
    url: '/api/user/social',
    config: { policy: { caller: 'user', confirm: true } },
    schema: {
      summary: 'Disconnect Google or LinkedIn',
      description:
        'Signing in there no longer works until you connect it again with POST /user/social. Answers 409 LastSignIn if you have no password, no passkey and no other connected account.',
      tags: ['Users'],
      body: unlinkSocial,
      response: { 200: success(z.null()) },
    },
    handler: async (request, reply) => {
      const answer = await runCommand(kernel, commandContext(request, kernel), (trx) =>
        unlink(trx, principalOf(request), request.body.provider),
      );
      return sendAnswer(reply, answer);
    },
  });
};
