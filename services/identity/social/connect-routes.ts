import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { startConnecting } from '#contracts/user/proofs.ts';
import { connectSocial, socialStart } from '#contracts/user/social.ts';
import { providerNames, type SocialProvider } from '#contracts/user/social-providers.ts';
import { fill } from '#contracts/words/phrase.ts';
import { socialWords } from '#contracts/words/social.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandAnswer, type CommandTrx, currentPrincipal } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { countUse, requireWithinLimit } from '#kernel/db/rate-limit.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { ProvidedPerson } from '#kernel/outbound/social/person.ts';
import { holdSecret } from '../passwords.ts';
import { holdsEmail, keepIdentity, recordLink } from './identities.ts';
import { forgetRequest, keepRequest, keptRequest, redirectUri } from './kept-request.ts';
import { asking, configuredClient, connectFailed } from './who.ts';

const tags = ['Users'];

type Returned = z.infer<typeof connectSocial>;

/** Whom a provider vouches for to the session that began this: a state of another one, or of a sign-in, shows nobody. */
const vouchedFor = async (
  kernel: Kernel,
  [request, reply]: readonly [FastifyRequest, FastifyReply],
  { provider, ...given }: Returned,
): Promise<ProvidedPerson> => {
  const principal = principalOf(request);
  const client = configuredClient(kernel, provider);
  const kept = keptRequest(kernel, request, provider, principal);
  if (kept?.state !== given.state)
    throw new Refusal('LinkExpired', fill(socialWords.connectExpired, { provider: providerNames[provider] }));
  forgetRequest(kernel, reply, provider, principal);
  const limit = { scope: 'social', key: principal.user_id, max: kernel.config.LIMIT_SIGN_IN, seconds: 60 };
  requireWithinLimit(await countUse(kernel.db, limit, kernel.now()));
  return asking(kernel, provider, () => client.byCode(given, kept!), connectFailed);
};

/** Refuses an account elsewhere of which the email is not shown to be the user's, there and here. */
const requireSameEmail = async (
  trx: CommandTrx,
  provider: SocialProvider,
  person: ProvidedPerson,
  userId: string,
): Promise<void> => {
  const given = { provider: providerNames[provider] };
  if (person.email === null) throw new Refusal('EmailNotVerified', fill(socialWords.connectNotVerified, given));
  const user = await trx.kernel.facts.user(trx, userId);
  if (!user?.verified) throw new Refusal('EmailNotVerified', fill(socialWords.ownNotVerified, given));
  if (!(await holdsEmail(trx, person, userId)))
    throw new Refusal('SocialConnectFailed', fill(socialWords.otherEmail, given));
};

const connect = async (
  trx: CommandTrx,
  principal: Principal,
  provider: SocialProvider,
  person: ProvidedPerson,
): Promise<CommandAnswer<null>> => {
  const { user_id } = await currentPrincipal(trx, principal);
  const given = { provider: providerNames[provider] };
  // A reset of what they sign in with waits, or is seen here.
  await holdSecret(trx, user_id);
  const { isNew, holder } = await keepIdentity(trx, provider, person, user_id);
  if (holder === null) throw new Refusal('SocialConnectFailed', fill(socialWords.otherConnected, given));
  if (holder !== user_id) throw new Refusal('SocialConnectFailed', fill(socialWords.otherPerson, given));
  if (isNew) {
    await requireSameEmail(trx, provider, person, user_id);
    const eventId = await recordLink(trx, provider, user_id, 'person');
    await enqueueEffect(trx, eventId, 'factor_notice', { user_id });
  }
  return { status: 200, data: null, message: fill(socialWords.connected, given) };
};

/** Connecting an account elsewhere while signed in. */
export const connectRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/user/social/start',
    config: { policy: { caller: 'user', confirm: true }, noStore: true },
    schema: {
      summary: 'Start connecting Google or LinkedIn',
      description:
        'Returns the address to open. The provider sends the person back to /google or /linkedin. This browser keeps the state for 10 minutes, for this session alone.',
      tags,
      body: startConnecting,
      response: { 200: success(socialStart) },
    },
    handler: async (request, reply) => {
      const { provider } = request.body;
      const client = configuredClient(kernel, provider);
      const { url, kept } = await asking(
        kernel,
        provider,
        () => client.begin(redirectUri(kernel, request, provider)),
        connectFailed,
      );
      keepRequest(kernel, reply, provider, principalOf(request), kept);
      return { data: { url } };
    },
  });
  server.route({
    method: 'POST',
    url: '/api/user/social',
    config: { policy: { caller: 'user' }, noStore: true },
    schema: {
      summary: 'Connect Google or LinkedIn',
      description:
        'Takes what the provider sent the person back with, in the session of POST /user/social/start. Its verified email has to be yours here. Answers 409 SocialConnectFailed if it is a different one, if the account signs in someone else, or if another one is connected. Answers 410 LinkExpired for a state of another session, or after 10 minutes.',
      tags,
      body: connectSocial,
      response: { 200: success(z.null()) },
    },
    handler: async (request, reply) => {
      const { provider } = request.body;
      const person = await vouchedFor(kernel, [request, reply], request.body);
      const answer = await runCommand(kernel, commandContext(request, kernel), (trx) =>
        connect(trx, principalOf(request), provider, person),
      );
      return sendAnswer(reply, answer);
    },
  });
};
