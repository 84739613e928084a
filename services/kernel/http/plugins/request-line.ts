import { Refusal } from '#contracts/api/errors.ts';
import { requireCleanUrl } from '../clean-input.ts';
import type { ServerPlugin } from '../types.ts';

/** Names each answer after its request, and refuses an address that cannot be read and HTTP/1.1 without a Host. */
export const requestLine: ServerPlugin = (server) => {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    requireCleanUrl(request.url);
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') throw new Refusal('MalformedRequest');
    done();
  });
};
