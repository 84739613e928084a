import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kernel } from '../kernel.ts';
import { answerError } from './error-answer.ts';
import { recordRequest } from './record-request.ts';

/**
 * Answers what the framework refuses while it looks for a route: an address that cannot be read, or one with a part that is
 * too long. No hook runs for it, so what they do is done here: heads, the id, the figures and the log.
 */
export const answerUnroutable =
  (kernel: Pick<Kernel, 'metrics' | 'log'>, heads: Readonly<Record<string, string>>) =>
  (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    answerError(error, request, reply.headers({ ...heads, 'x-request-id': request.id }));
    const more = { request_id: request.id };
    recordRequest(kernel, kernel.log, { method: request.method, route: 'none', status: reply.statusCode, ms: 0, more });
  };
