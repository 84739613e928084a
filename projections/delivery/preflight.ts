import { z } from 'zod';
import type { Server } from '#kernel/http/types.ts';
import { publicHeaders } from './encoded-response.ts';

/** What documents the address that a page asks about first. */
interface DocumentedAddress {
  params: z.ZodObject;
  tags: string[];
}

/** OPTIONS of an address that pages of any origin read: what they may ask it, for a day. */
export const preflightRoute = (server: Server, url: string, { params, tags }: DocumentedAddress): void => {
  server.route({
    method: 'OPTIONS',
    url,
    config: { policy: { caller: 'sdk' } },
    schema: {
      params,
      tags,
      summary: 'Check cross-origin access',
      response: { 204: z.null().describe('Allowed methods and headers') },
    },
    handler: async (_request, reply) =>
      reply
        .code(204)
        .headers({
          ...publicHeaders,
          'access-control-allow-methods': 'GET, HEAD, OPTIONS',
          'access-control-allow-headers': 'If-None-Match, Content-Type',
          'access-control-max-age': '86400',
        })
        .send(null),
  });
};
