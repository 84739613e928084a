import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { Refusal } from '#contracts/errors.ts';
import { errorAnswer } from '../http/failures.ts';
import { isReading, opsPrincipal } from '../http/ops-session.ts';
import type { Routes } from '../http/server.ts';
import { recordOperation } from '../operations.ts';
import { askedOfQueue } from './board-operations.ts';
import { type EffectQueue, openQueue } from './queue.ts';

const address = '/ops/queues';

// The page names its own address in a base element and writes styles into elements. Nothing comes from elsewhere.
const contentSecurity = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The page's own fonts are asked for at another host; it does without. */
const withoutForeignLinks = (page: string): string => page.replace(/<link\b[^>]*\bhref="https?:[^>]*>\s*/g, '');

const failureOf = (error: Error) => {
  const { status, code, message } = errorAnswer(error);
  return { status: status as 500, body: { data: null, code, error: message, message } };
};

/**
 * The board of jobs, for staff: what waits, what failed and why, and trying it again. Its queue is opened at the first look.
 * Whatever is asked of the queue stands in the audit before it is done.
 */
export const queueBoardRoutes: Routes = async (server, kernel) => {
  await server.register(async (scope) => {
    scope.scopePolicy = { caller: 'ops' };
    const adapter = new FastifyAdapter().setBasePath(address);
    const board = createBullBoard({
      queues: [],
      serverAdapter: adapter as never,
      options: { uiConfig: { boardTitle: 'Storyrail jobs', hideDocsLink: true } },
    });
    adapter.setErrorHandler(failureOf);
    let queue: EffectQueue | null = null;
    const open = (): EffectQueue => {
      if (queue) return queue;
      queue = openQueue(kernel.databaseUrl, kernel.log);
      board.addQueue(new BullMQAdapter(queue as never));
      return queue;
    };
    scope.addHook('preHandler', async (request) => {
      const effects = open();
      if (isReading(request)) return;
      const asked = await askedOfQueue(effects, request);
      if (asked) await recordOperation(kernel, request, await opsPrincipal(kernel, request), asked);
    });
    scope.addHook('onError', async (request, _reply, error) => {
      if (!(error instanceof Refusal)) request.log.error({ err: error }, 'the board of jobs failed');
    });
    scope.addHook('onSend', async (_request, reply, payload) => {
      reply.header('content-security-policy', contentSecurity);
      const isPage = typeof payload === 'string' && /text\/html/.test(String(reply.getHeader('content-type')));
      return isPage ? withoutForeignLinks(payload) : payload;
    });
    scope.addHook('onClose', async () => queue?.close());
    await scope.register(adapter.registerPlugin(), { prefix: address });
  });
};
