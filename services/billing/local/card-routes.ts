import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Refusal } from '#contracts/api/errors.ts';
import { id } from '#contracts/api/ids.ts';
import { limitNetwork } from '#kernel/http/network-limit.ts';
import type { Routes, Server } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { backWith } from '../card-return.ts';
import { cardPage, cardPageCss, expiredCardPage, usedCardPage } from './card-page.ts';
import { keepTestCard, readCardSession } from './keep-card.ts';
import { testCardOf } from './test-cards.ts';

/** How many times LIMIT_SIGN_IN, which is of one person, one network may open and send the page. */
const peopleBehindAddress = 30;
const limitCards = limitNetwork('card_page', peopleBehindAddress);
const config = { policy: { caller: 'anyone' }, noStore: true } as const;
const schema = { hide: true, params: z.strictObject({ id: z.string().max(100) }) } as const;

/** Takes forms whose one field is the number, as the browser sends it without a script. Nothing else of them is looked at. */
const acceptNumber = (scope: Server): void => {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1024 },
    async (_request: unknown, body: string) => ({ number: new URLSearchParams(body).get('number') ?? '' }),
  );
};

const requireLocal = ({ config }: Pick<Kernel, 'config'>): void => {
  if (config.BILLING !== 'local') throw new Refusal('NotFound');
};

const sendPage = (reply: FastifyReply, status: number, html: string) =>
  reply.code(status).type('text/html; charset=utf-8').send(html);

/** Does something with the open page, or answers the one that says it has expired. */
const withSession = async (reply: FastifyReply, sessionId: string, act: (id: string) => Promise<unknown>) => {
  try {
    const { data } = id.safeParse(sessionId);
    if (data === undefined) throw new Refusal('LinkExpired');
    return await act(data);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'LinkExpired') return sendPage(reply, 410, expiredCardPage());
    throw error;
  }
};

/** The local provider's own page, which takes the number of a test card and keeps none but those. */
export const cardPageRoutes: Routes = async (server, kernel) => {
  const onRequest = limitCards(kernel);
  server.route({
    method: 'GET',
    url: '/pay/card.css',
    config: { policy: { caller: 'anyone' } },
    schema: { hide: true },
    handler: async (_request, reply) => {
      requireLocal(kernel);
      return reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(cardPageCss);
    },
  });
  server.route({
    method: 'GET',
    url: '/pay/card/:id',
    onRequest,
    config,
    schema,
    handler: async (request, reply) => {
      requireLocal(kernel);
      return withSession(reply, request.params.id, async (sessionId) => {
        const { return_url: back, method_id } = await readCardSession(kernel.db.pool, sessionId, kernel.now());
        if (method_id !== null) return sendPage(reply, 410, usedCardPage({ back, refused: false }));
        return sendPage(reply, 200, cardPage({ back, refused: false }));
      });
    },
  });
  await server.register(async (plain) => {
    const scope = plain as typeof server;
    acceptNumber(scope);
    scope.route({
      method: 'POST',
      url: '/pay/card/:id',
      onRequest,
      config,
      schema: { ...schema, body: z.object({ number: z.string() }) },
      handler: async (request, reply) => {
        requireLocal(kernel);
        return withSession(reply, request.params.id, async (sessionId) => {
          const card = testCardOf(request.body.number);
          const { return_url, method_id } = await readCardSession(kernel.db.pool, sessionId, kernel.now());
          if (!card && method_id === null) return sendPage(reply, 422, cardPage({ back: return_url, refused: true }));
          const { back, kept } = card ? await keepTestCard(kernel, sessionId, card) : { back: return_url, kept: false };
          if (!kept) return sendPage(reply, 409, usedCardPage({ back, refused: true }));
          return reply.redirect(backWith(back, sessionId), 303);
        });
      },
    });
  });
};
