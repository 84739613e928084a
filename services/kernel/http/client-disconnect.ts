import type { FastifyReply } from 'fastify';

/** A signal that ends when the caller goes away before the answer is sent. */
export const callerGone = (reply: FastifyReply): AbortSignal => {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
};
