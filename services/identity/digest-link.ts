import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { type Digest, digests } from '#contracts/notification/types.ts';
import { linkToken } from '#contracts/user/commands.ts';
import type { UserState } from '#contracts/user/state.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { acceptOneClick } from '#kernel/http/one-click.ts';
import { commandContext } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { digestOwner } from '#kernel/mail/digest-token.ts';
import { actingAs } from '#kernel/sessions/security.ts';
import { limitAnonymous } from './anonymous-limits.ts';
import { decideUser } from './decide.ts';

const endBody = z.strictObject({ token: linkToken }).partial().nullish();
const startBody = z.strictObject({ token: linkToken, digest: z.enum(digests).optional() });
/** The digest now, and what it was when it was last on. */
const answer = success(z.object({ digest: z.enum(digests), before: z.enum(digests) }));
const tags = ['Notifications'];
const config = { policy: { caller: 'anyone' }, noStore: true } as const;

const choose = async (kernel: Kernel, request: FastifyRequest, token: string, digest: Digest) => {
  const userId = digestOwner(kernel.secrets, token);
  if (!userId) throw new Refusal('LinkExpired');
  const { data } = await runCommand(kernel, commandContext(request, kernel), async (trx) => {
    const user = await load<UserState>(trx, `user-${userId}`);
    if (user.state.phase !== 'member') throw new Refusal('LinkExpired');
    const before = user.state.notifications?.last_digest ?? 'none';
    const events = decideUser({ type: 'ChangeNotifications', patch: { digest } }, user.state);
    await save(actingAs(trx, user.state), user, events);
    return { status: 200, data: { digest, before } };
  });
  return { data };
};

/**
 * What the links of a digest do: end it at once, as mail programs (RFC 8058, the token in the address) and the page behind
 * the link ask, and bring it back.
 */
export const digestLinkRoutes: Routes = async (server, kernel) => {
  await server.register(async (plain) => {
    const scope = plain as typeof server;
    acceptOneClick(scope);
    scope.route({
      method: 'POST',
      url: '/api/digest/end',
      onRequest: limitAnonymous(kernel),
      config,
      schema: {
        summary: 'Turn off an email digest',
        description: 'Takes the token of a link in a digest, in the body or the address. Needs no session.',
        tags,
        querystring: z.strictObject({ token: linkToken.optional() }),
        body: endBody,
        response: { 200: answer },
      },
      handler: (request) => choose(kernel, request, request.body?.token ?? request.query.token ?? '', 'none'),
    });
  });
  server.route({
    method: 'POST',
    url: '/api/digest/start',
    onRequest: limitAnonymous(kernel),
    config,
    schema: {
      summary: 'Turn an email digest on again',
      description: 'Takes the token of a link in a digest. Needs no session. Without `digest` it is weekly.',
      tags,
      body: startBody,
      response: { 200: answer },
    },
    handler: (request) => choose(kernel, request, request.body.token, request.body.digest ?? 'weekly'),
  });
};
