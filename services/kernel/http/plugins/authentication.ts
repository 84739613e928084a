import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contracts/api/errors.ts';
import { createAccess } from '../../auth/access.ts';
import { confirmedUntil } from '../../auth/principal.ts';
import { sessionOfToken } from '../../auth/refresh-token.ts';
import { tokenReader } from '../../auth/token-reader.ts';
import { requireLocalDemo } from '../demo-account.ts';
import { operatorGuard } from '../operator-guard.ts';
import { opsGuard } from '../ops-session.ts';
import { accessToken, bearerToken } from '../request.ts';
import type { ServerPlugin } from '../types.ts';
import { createUnmatchedAnswer } from '../unmatched.ts';

/** Finds out who calls, as the route's policy asks, before the body is read: a principal, an operator, or nobody. */
export const authentication: ServerPlugin = (server, kernel) => {
  const access = createAccess(kernel);
  server.addHook('onClose', async () => access.stop());
  const sessionOf = tokenReader((token) => server.jwt.verify(token), accessToken.seconds);
  const guardOperators = operatorGuard(kernel);
  const guardOps = opsGuard(kernel);
  server.decorateRequest('principal', null);
  server.decorate('unanswered', createUnmatchedAnswer(server.routeTable, { operator: guardOperators, ops: guardOps }));

  const byToken = async (request: FastifyRequest) => access.read(sessionOf(bearerToken(request)));
  /** On a route that takes it, the cookie speaks for who has no live access token, as a page that was just loaded. */
  const byCookie = async (request: FastifyRequest, cookie: string) => {
    const found = await byToken(request).catch((error) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
    const session = found ? null : sessionOfToken(kernel.secrets, cookie);
    return session ? access.read(session) : found;
  };
  const identify = async (request: FastifyRequest): Promise<void> => {
    const { sessionCookie } = request;
    request.principal = await (sessionCookie ? byCookie(request, sessionCookie) : byToken(request));
    if (!request.principal) throw new Refusal('Unauthorized');
    await requireLocalDemo(kernel, request, request.principal);
  };
  server.addHook('onRequest', (request, _reply, done) => {
    // Nobody has to hear the body of a call that nothing answers.
    if (request.is404) return void server.unanswered(request).then(done, done);
    const policy = request.routeOptions.config.policy;
    if (policy?.caller === 'operator') return void guardOperators(request).then(() => done(), done);
    if (policy?.caller === 'ops') return void guardOps(request).then(() => done(), done);
    if (policy?.caller !== 'user' && policy?.caller !== 'staff') return done();
    identify(request).then(() => done(), done);
  });
  // A body may have taken long, and who sends it may have been shut out meanwhile.
  server.addHook('preValidation', (request, _reply, done) => {
    if (!request.principal || performance.now() < confirmedUntil(request.principal)) return done();
    identify(request).then(() => done(), done);
  });
};
