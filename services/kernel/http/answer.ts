import type { FastifyReply } from 'fastify';
import type { CommandAnswer } from '../commands/command-trx.ts';
import { say } from '../platform/say.ts';

/** Sends a command's answer in the envelope; what carries a stream's version gets it as its ETag. */
export const sendAnswer = (reply: FastifyReply, { status, data, message }: CommandAnswer): FastifyReply => {
  const version = (data as { version?: unknown } | null)?.version;
  if (typeof version === 'number') reply.header('etag', `"${version}"`);
  if (message === undefined) return reply.code(status).send({ data });
  return reply.code(status).send({ data, message: typeof message === 'string' ? message : say(message) });
};
