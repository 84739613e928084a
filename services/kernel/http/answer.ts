import type { FastifyReply } from 'fastify';
import type { CommandAnswer } from '../commands/command-trx.ts';

/** Sends a command's answer in the envelope; what carries a stream's version gets it as its ETag. */
export const sendAnswer = (reply: FastifyReply, { status, data, message }: CommandAnswer): FastifyReply => {
  const version = (data as { version?: unknown } | null)?.version;
  if (typeof version === 'number') reply.header('etag', `"${version}"`);
  return reply.code(status).send(message === undefined ? { data } : { data, message });
};
