import limiter from '@fastify/rate-limit';
import { RateLimitExceeded } from '../../db/rate-limit.ts';
import type { ServerPlugin } from '../types.ts';

/** Limits the calls of one person to LIMIT_API a minute (0: none). Refuses with TooManyRequests and says when to come back. */
export const rateLimit: ServerPlugin = async (server, { config }) => {
  if (config.LIMIT_API === 0) return;
  await server.register(limiter, { global: false });
  const check = server.createRateLimit({
    max: config.LIMIT_API,
    timeWindow: '1 minute',
    keyGenerator: (request) => request.principal?.user_id ?? request.ip,
  });
  server.addHook('preValidation', (request, _reply, done) => {
    if (!request.principal) return done();
    check(request).then((limit) => {
      if (limit.isAllowed || !limit.isExceeded) return done();
      done(new RateLimitExceeded(limit.ttlInSeconds));
    }, done);
  });
};
