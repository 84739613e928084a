import { randomUUID } from 'node:crypto';
import Fastify, { LogController } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Kernel } from '../kernel.ts';
import { answerUnroutable } from './answer-unroutable.ts';
import { trustedProxies } from './caller-address.ts';
import { createClientErrors } from './client-errors.ts';
import { accessLog } from './plugins/access-log.ts';
import { accessTokens } from './plugins/access-tokens.ts';
import { authentication } from './plugins/authentication.ts';
import { authorization } from './plugins/authorization.ts';
import { timeOutBodies } from './plugins/body-timeout.ts';
import { cacheControl } from './plugins/cache-control.ts';
import { commandContexts } from './plugins/command-context.ts';
import { compression } from './plugins/compression.ts';
import { DrainingResponse, drainConnections } from './plugins/connection-draining.ts';
import { errors } from './plugins/errors.ts';
import { input } from './plugins/input.ts';
import { openApi } from './plugins/openapi.ts';
import { bodyLimits, policies } from './plugins/policies.ts';
import { rateLimit } from './plugins/rate-limit.ts';
import { requestLine } from './plugins/request-line.ts';
import { securityHeaders } from './plugins/security-headers.ts';
import { sessionCookies } from './plugins/session-cookies.ts';
import { requestLog } from './request-log.ts';
import { securityHeadersOf } from './security-headers.ts';
import type { Routes, Server, ServerPlugin } from './types.ts';

/**
 * What holds for all routes, in this order. Hooks of one kind run in the order in which they are added. Those that wait for
 * nothing call back at once: on SDK routes a promise per hook is a good part of the time of a request.
 */
const plugins: readonly ServerPlugin[] = [
  // Before any other onRequest hook, which may wait: a body is timed from its first byte on.
  (server) => timeOutBodies(server),
  // Anywhere: it hears of the close alone.
  drainConnections,
  // Before routes are added, which take these with them.
  input,
  errors,
  // Before the first hook that can refuse: refusals have the headers, too.
  securityHeaders,
  // Its onSend is before that of cacheControl, which looks at headers alone.
  compression,
  // Before authentication, which reads tokens.
  accessTokens,
  // Its onRoute is before that of policies; the document is made when all routes are there.
  openApi,
  // Before authentication, which is given the table of routes.
  policies,
  // Before authentication: the address and its refusals need no caller.
  requestLine,
  // Before authentication, which takes the session of a log-out from it.
  sessionCookies,
  // Before rateLimit and authorization, which ask who calls.
  authentication,
  // Before authorization: who is refused is counted.
  rateLimit,
  authorization,
  // Behind authorization: only what is allowed is a command.
  commandContexts,
  // Last: they look at what became of the request.
  cacheControl,
  accessLog,
];

/** Without this mark the framework keeps hooks and decorations from routes outside the plugin. */
const notEncapsulated = { [Symbol.for('skip-override')]: true };
/** For the name of a plugin without this the framework looks through all modules that were loaded, at each plugin. */
const named = (name: string) => ({ [Symbol.for('fastify.display-name')]: name });

/** Builds the HTTP server with everything that holds for all routes, then adds the given ones. */
export const buildServer = async (kernel: Kernel, routes: readonly Routes[]): Promise<Server> => {
  const { config, log } = kernel;
  const heads = securityHeadersOf(config);
  const clientErrors = createClientErrors(log, heads);
  const server = Fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    childLoggerFactory: requestLog,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: bodyLimits.session,
    trustProxy: config.TRUST_PROXY ? trustedProxies(config) : false,
    // Bodies are timed per route: see timeOutBodies.
    requestTimeout: 0,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: 5000,
      connectionsCheckingInterval: 1000,
      // Refused by requestLine, in the envelope.
      requireHostHeader: false,
      ServerResponse: DrainingResponse as never,
    },
    clientErrorHandler: clientErrors.refuse,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: answerUnroutable(kernel, heads),
  }).withTypeProvider<ZodTypeProvider>() as unknown as Server;

  server.server.on('checkExpectation', clientErrors.checkExpectation);
  server.decorate('memories', []);
  for (const plugin of plugins)
    await server.register(
      Object.assign(async (scope: unknown) => plugin(scope as Server, kernel), notEncapsulated, named(plugin.name)),
    );
  for (const add of routes)
    await server.register(Object.assign(async (scope: unknown) => add(scope as Server, kernel), named(add.name)));
  return server;
};
