import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contracts/api/errors.ts';
import { fill } from '#contracts/words/phrase.ts';
import { requestWords } from '#contracts/words/requests.en.ts';
import { isOwnOrigin } from '../own-origin.ts';
import { keepsCookie, sessionCookieOf } from '../session-cookie.ts';
import type { ServerPlugin } from '../types.ts';

const isJson = ({ headers }: FastifyRequest): boolean =>
  /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');

/**
 * Reads the cookie of a session on the routes that take it and nowhere else, for who asks as our own pages do: with the head
 * that forms and foreign pages cannot send, as JSON, and from our own Origin. Others who send that head are refused. A
 * route that gives the cookie refuses a page of another address, where it could not be used.
 */
export const sessionCookies: ServerPlugin = (server, kernel) => {
  const address = new URL(kernel.config.PUBLIC_URL).origin;
  server.decorateRequest('sessionCookie', null);
  server.addHook('onRequest', (request, _reply, done) => {
    const { sessionCookie: use } = request.routeOptions.config;
    if (!use || !keepsCookie(request)) return done();
    const isOwn =
      use === 'takes'
        ? isJson(request) && isOwnOrigin(kernel, request)
        : request.headers.origin === undefined || isOwnOrigin(kernel, request);
    if (!isOwn) return done(new Refusal('PermissionDenied', fill(requestWords.ownAddressOnly, { address })));
    if (use === 'takes') request.sessionCookie = sessionCookieOf(kernel, request);
    done();
  });
};
