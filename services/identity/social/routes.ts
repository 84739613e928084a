import type { FastifyReply, FastifyRequest } from 'fastify';
import { success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { signedIn } from '#contracts/user/rows.ts';
import { type SocialBody, socialBodies, socialStart } from '#contracts/user/social.ts';
import { ticketHead, unknownPerson } from '#contracts/user/social-answers.ts';
import { providerNames, type SocialProvider, socialProviders } from '#contracts/user/social-providers.ts';
import { fill } from '#contracts/words/phrase.ts';
import { socialWords } from '#contracts/words/social.en.ts';
import { countUse, requireWithinLimit } from '#kernel/db/rate-limit.ts';
import { transaction } from '#kernel/db/transaction.ts';
import type { Routes, Server } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { answerSession } from '#kernel/sessions/tokens.ts';
import { limitAnonymous } from '../anonymous-limits.ts';
import { connectRoutes } from './connect-routes.ts';
import { type Exchange, enterKnown, enterNew } from './enter.ts';
import { findKnown, identityHash } from './identities.ts';
import { keepRequest, redirectUri } from './kept-request.ts';
import { unlinkRoutes } from './unlink-routes.ts';
import { asking, configuredClient, type Vouched, vouchedFor } from './who.ts';

const tags = ['Sign-in'];
const open = { policy: { caller: 'anyone' }, noStore: true } as const;

const asksWith = (provider: SocialProvider): string =>
  `Takes one of \`token\` (an ID token of ${providerNames[provider]}, or a ticket)${provider === 'linkedin' ? ', `access_token`' : ''}, or \`code\` with the \`state\` that POST /${provider}_login/start gave this browser. `;
const description =
  'Signs in who is known, by an earlier sign-in or by an email that is verified on both sides, with the second step of POST /login. Anyone else gets 404 with a ticket in the head `X-Social-Ticket`. The same call with `token: <ticket>`, `name` and `gdpr` creates their account, and takes what POST /registration takes. A ticket works once within 20 minutes. Until someone is signed in, send it as `token` instead of a code, which works only once.';

/** Counts how often somebody at a provider signs in: LIMIT_SIGN_IN a minute, like whoever has a password. */
const countSignIn = async (kernel: Kernel, { person }: Vouched): Promise<void> => {
  const limit = { scope: 'social', key: identityHash(kernel, person), max: kernel.config.LIMIT_SIGN_IN, seconds: 60 };
  requireWithinLimit(await countUse(kernel.db, limit, kernel.now()));
};

const enter = async (kernel: Kernel, exchange: Exchange) => {
  const { request, reply, provider, body } = exchange;
  const vouched = await vouchedFor(kernel, [request, reply], provider, body);
  await countSignIn(kernel, vouched);
  const { person, ticket } = vouched;
  const known = await transaction(kernel.db, (trx) => findKnown(trx, kernel, person));
  if (!known && person.email === null)
    throw new Refusal('EmailNotVerified', fill(socialWords.notVerified, { provider: providerNames[provider] }));
  // Whatever the answer is: the code that brought them here is used up.
  reply.header(ticketHead, ticket);
  if (known) return enterKnown(kernel, exchange, vouched, known);
  if (body.name === undefined || !body.gdpr) throw new Refusal(unknownPerson[provider]);
  return enterNew(kernel, exchange, vouched, person.email!);
};

const signIn = async (server: Server, kernel: Kernel, exchange: Exchange) => {
  const { request, reply } = exchange;
  const entry = await enter(kernel, exchange);
  if ('data' in entry) return entry;
  reply.removeHeader(ticketHead);
  reply.header('set-cookie', entry.cookie);
  return { data: answerSession(server, kernel, [request, reply], entry.session) };
};

const start =
  (kernel: Kernel, provider: SocialProvider) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<{ data: { url: string } }> => {
    const client = configuredClient(kernel, provider);
    const { url, kept } = await asking(kernel, provider, () => client.begin(redirectUri(kernel, request, provider)));
    keepRequest(kernel, reply, provider, 'sign_in', kept);
    return { data: { url } };
  };

/** Signing in, and up, with Google and LinkedIn, connecting them, and leaving that again. */
export const socialRoutes: Routes = async (server, kernel) => {
  await unlinkRoutes(server, kernel);
  await connectRoutes(server, kernel);
  const of = (provider: SocialProvider) => (request: FastifyRequest<{ Body: SocialBody }>, reply: FastifyReply) =>
    signIn(server, kernel, { request, reply, provider, body: request.body });
  for (const provider of socialProviders) {
    const name = providerNames[provider];
    server.route({
      method: 'POST',
      url: `/api/${provider}_login/start`,
      onRequest: limitAnonymous(kernel),
      config: open,
      schema: {
        summary: `Start signing in with ${name}`,
        description: `Returns the address to open. ${name} sends the person back to /${provider}. This browser keeps the state for 10 minutes.`,
        tags,
        response: { 200: success(socialStart) },
      },
      handler: start(kernel, provider),
    });
    server.route({
      method: 'POST',
      url: `/api/${provider}_login`,
      onRequest: limitAnonymous(kernel),
      config: { ...open, sessionCookie: 'gives' },
      schema: {
        summary: `Sign in with ${name}`,
        description: asksWith(provider) + description,
        tags,
        body: socialBodies[provider],
        response: { 200: success(signedIn) },
      },
      handler: of(provider),
    });
  }
};
