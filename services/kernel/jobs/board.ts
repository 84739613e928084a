import { createBullBoard } from '@bull-board/api';
import { FastifyAdapter } from '@bull-board/fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorAnswer, failureBody, retryAfterOf } from '../http/error-answer.ts';
import { isReading, opsPrincipal } from '../http/ops-session.ts';
import { recordOperation } from '../http/record-operation.ts';
import type { Routes } from '../http/types.ts';
import { requestedOperation } from './board-operations.ts';
import type { EffectQueue } from './queue.ts';

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

/** The envelope, with its words once more where the page looks for them. */
const answerFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const answer = errorAnswer(error);
  if (answer.log) request.log[answer.log[0]]({ err: error }, 'the board of jobs failed');
  const seconds = retryAfterOf(error, answer.status);
  if (seconds !== null) reply.header('retry-after', String(seconds));
  const { message } = answer;
  return reply.code(answer.status).send({ ...JSON.parse(failureBody(answer, request.id)), error: message });
};

/**
 * The job board (bull-board) for staff: waiting and failed jobs, and retrying them. Its queue is opened on the first
 * request. Every operation is in the audit before it is executed.
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
    // Its handler is not told the request: the one of the scope is next.
    adapter.setErrorHandler((error) => {
      throw error;
    });
    scope.setErrorHandler(answerFailure);
    let opened: Promise<EffectQueue> | null = null;
    const openOnce = async (): Promise<EffectQueue> => {
      // They bring 300 files with them, a sixth of what a process reads at its start.
      const { BullMQAdapter } = await import('@bull-board/api/bullMQAdapter');
      const { openQueue } = await import('./queue.ts');
      const queue = openQueue(kernel.databaseUrl, kernel.log);
      board.addQueue(new BullMQAdapter(queue as never));
      return queue;
    };
    const open = (): Promise<EffectQueue> => {
      opened ??= openOnce().catch((error) => {
        opened = null;
        throw error;
      });
      return opened;
    };
    scope.addHook('preHandler', async (request) => {
      const effects = await open();
      if (isReading(request)) return;
      const asked = await requestedOperation(effects, request);
      if (asked) await recordOperation(kernel, request, await opsPrincipal(kernel, request), asked);
    });
    scope.addHook('onSend', async (_request, reply, payload) => {
      reply.header('content-security-policy', contentSecurity);
      const isPage = typeof payload === 'string' && /text\/html/.test(String(reply.getHeader('content-type')));
      return isPage ? withoutForeignLinks(payload) : payload;
    });
    scope.addHook('onClose', async () => (await opened)?.close());
    await scope.register(adapter.registerPlugin(), { prefix: address });
  });
};
