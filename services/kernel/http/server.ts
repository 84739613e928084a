import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import jwt from '@fastify/jwt';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyRequest, LogController } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { failure } from '#contracts/envelope.ts';
import { Refusal } from '#contracts/errors.ts';
import { readValue } from '#contracts/faults.ts';
import { createAccess, isConfirmed } from '../auth/access.ts';
import { requireOwnSession } from '../auth/login-as.ts';
import { enforce, type Policy, requireStaff } from '../auth/policy.ts';
import { tokenReader } from '../auth/token-reader.ts';
import { signWithRing } from '../auth/token-signing.ts';
import { CoalescingResponse } from '../fast/http/coalescing-response.ts';
import type { Kernel } from '../kernel.ts';
import { watchBodies } from './body-clock.ts';
import { trustedProxies } from './caller-address.ts';
import { createClientErrors } from './client-errors.ts';
import { requireProof } from './confirm.ts';
import { keepDemoHere } from './demo.ts';
import { documentOptions } from './document.ts';
import { answerError, RequestInvalid } from './failures.ts';
import { createUnanswered } from './methods.ts';
import { operatorGuard } from './operators.ts';
import { opsGuard } from './ops-session.ts';
import { partAfterAnswers } from './parting.ts';
import { accessToken, bearerToken, principalOf } from './request.ts';
import { requestLog } from './request-log.ts';
import { securityHeads } from './security-heads.ts';
import { guardUrl, parseJsonBody } from './text-guard.ts';
import type { Routes, Server } from './types.ts';

/**
 * The largest JSON body, in bytes: of a call with a session, and under /api of one without. Whoever calls without one has
 * not been asked for anything long, and nothing else tells who sends many.
 */
export const bodyLimits = { session: 1024 * 1024, stranger: 16 * 1024 } as const;
/** Callers whose body is read before anybody knows who they are, whatever stands in their Authorization header. */
const strangers = new Set<Policy['caller']>(['anyone', 'invited']);

const contentSecurity = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  // The component library writes its rules into style elements.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  mediaSrc: ["'self'", 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/** Builds the HTTP server with everything that holds for all routes, then adds the given ones. */
export const buildServer = async (kernel: Kernel, routes: readonly Routes[]): Promise<Server> => {
  const { config } = kernel;
  const secure = config.PUBLIC_URL.startsWith('https:');
  const schemes = config.MEDIA_URL === config.PUBLIC_URL ? [] : [new URL(config.MEDIA_URL).origin];
  const heads = securityHeads({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        ...contentSecurity,
        imgSrc: [...contentSecurity.imgSrc, ...schemes],
        mediaSrc: [...contentSecurity.mediaSrc, ...schemes],
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
  const clientErrors = createClientErrors(kernel.log, heads);
  const server = Fastify({
    loggerInstance: kernel.log,
    genReqId: () => randomUUID(),
    childLoggerFactory: requestLog,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: bodyLimits.session,
    trustProxy: config.TRUST_PROXY ? trustedProxies(config) : false,
    // Bodies are timed per route: see watchBodies.
    requestTimeout: 0,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: 5000,
      connectionsCheckingInterval: 1000,
      // Refused below, in the envelope.
      requireHostHeader: false,
      ServerResponse: CoalescingResponse as never,
    },
    clientErrorHandler: clientErrors.refuse,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  }).withTypeProvider<ZodTypeProvider>() as unknown as Server;

  server.server.on('checkExpectation', clientErrors.disappoint);
  server.decorate('scopePolicy', null);
  server.decorate('routeTable', []);
  server.decorate('memories', []);
  server.decorateRequest('principal', null);
  watchBodies(server);
  partAfterAnswers(server);
  server.setValidatorCompiler(({ schema, method, httpPart }) => (data) => {
    // A change that says nothing of what is to be changed is no change; other calls may say all in their address.
    const required = method === 'PATCH' && httpPart === 'body';
    const parsed = readValue(schema as z.ZodType, required ? (data ?? undefined) : (data ?? {}));
    return parsed.success ? { value: parsed.data } : { error: new RequestInvalid(parsed.error.issues) };
  });
  server.setSerializerCompiler(() => (data) => JSON.stringify(data));
  server.setErrorHandler(answerError);
  server.setNotFoundHandler((request, reply) => void answerError(new Refusal('NotFound'), request, reply));
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, raw: Buffer) => parseJsonBody(raw),
  );

  server.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.ownHeads) reply.headers(heads);
    done();
  });
  await server.register(compress, { threshold: 2048, encodings: ['gzip', 'identity'] });
  await server.register(jwt, {
    // Never used: each token is signed and read with a key of its own, see signWithRing.
    secret: randomUUID(),
    sign: { algorithm: 'HS256', iss: accessToken.iss, aud: accessToken.aud, expiresIn: accessToken.seconds },
    verify: { algorithms: ['HS256'], allowedIss: accessToken.iss, allowedAud: accessToken.aud },
  });
  signWithRing(server.jwt, kernel.secrets);
  await server.register(rateLimit, { global: false });
  await server.register(swagger, documentOptions);

  const access = createAccess(kernel);
  const sessionOf = tokenReader((token) => server.jwt.verify(token));
  server.addHook('onClose', async () => access.stop());

  server.addHook('onRoute', function (route) {
    const policy = route.config?.policy ?? this.scopePolicy;
    if (!policy) throw new Error(`${route.method} ${route.url} has no policy`);
    route.config = { ...route.config, policy };
    if (route.url.startsWith('/api/') && strangers.has(policy.caller))
      route.bodyLimit = Math.min(route.bodyLimit ?? bodyLimits.stranger, bodyLimits.stranger);
    for (const method of [route.method].flat())
      server.routeTable.push({ method, url: route.url, policy, isKnown: route.config.isKnown });
    if (!route.schema) return;
    const documented = route.schema as { response?: Record<string, unknown>; security?: unknown };
    documented.response = { ...documented.response, '4xx': failure, '5xx': failure };
    if (['user', 'staff', 'invited'].includes(policy.caller)) documented.security = [{ bearer: [] }];
  });

  const identify = async (request: FastifyRequest): Promise<void> => {
    request.principal = await access.read(sessionOf(bearerToken(request)));
    if (!request.principal) throw new Refusal('Unauthorized');
    await keepDemoHere(kernel, request, request.principal);
  };
  const guardOperators = operatorGuard(kernel);
  const guardOps = opsGuard(kernel);
  server.decorate('unanswered', createUnanswered(server.routeTable, { operator: guardOperators, ops: guardOps }));
  // Hooks that wait for nothing call back at once: on SDK routes a promise per hook is a good part of the time of a request.
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    guardUrl(request.url);
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') throw new Refusal('MalformedRequest');
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
    if (!request.principal || isConfirmed(request.principal)) return done();
    identify(request).then(() => done(), done);
  });
  if (config.LIMIT_API > 0) {
    const check = server.createRateLimit({
      max: config.LIMIT_API,
      timeWindow: '1 minute',
      keyGenerator: (request) => request.principal?.user_id ?? request.ip,
    });
    server.addHook('preValidation', async (request, reply) => {
      if (!request.principal) return;
      const limit = await check(request);
      if (!limit.isAllowed && limit.isExceeded) {
        reply.header('retry-after', String(limit.ttlInSeconds));
        throw new Refusal('TooManyRequests');
      }
    });
  }
  // After the body was read and before it is looked at: who may not do a thing learns nothing about its fields.
  server.addHook('preValidation', (request, _reply, done) => {
    const policy = request.routeOptions.config.policy;
    if (policy?.caller === 'user') enforce(policy, principalOf(request), kernel.now());
    if (policy?.caller === 'staff') requireStaff(principalOf(request));
    if (request.principal) requireOwnSession(request, policy);
    done();
  });

  // Behind the checks of the body, whose field a proof is.
  server.addHook('preHandler', (request, _reply, done) => {
    const policy = request.routeOptions.config.policy;
    if (policy?.caller !== 'user' || !policy.confirm) return done();
    requireProof(kernel, request, principalOf(request), policy.confirm).then(() => done(), done);
  });

  server.addHook('onSend', (request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) {
      const { policy, noStore } = request.routeOptions.config;
      if (noStore || policy?.caller === 'invited') reply.header('cache-control', 'no-store');
      else if (policy?.caller === 'ops') reply.header('cache-control', 'no-store');
      else if (policy?.caller === 'user' || policy?.caller === 'staff')
        reply.header('cache-control', 'private, no-cache');
    }
    done(null, payload);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    kernel.metrics.httpTime(request.method, route, status).observe(reply.elapsedTime / 1000);
    done();
    if (!kernel.log.isLevelEnabled('info')) return;
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user_id: request.principal?.user_id,
        staff_id: request.principal?.login_as?.staff_id,
        account_id: request.principal?.account_id,
      },
      'request',
    );
  });

  for (const add of routes) await server.register(async (scope) => add(scope as unknown as Server, kernel));
  return server;
};
