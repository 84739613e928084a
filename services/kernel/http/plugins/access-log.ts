import type { ServerPlugin } from '../types.ts';

/** Measures each answer by method, route and status, and logs it. */
export const accessLog: ServerPlugin = (server, { log, metrics }) => {
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    metrics.httpTime(request.method, route, status).observe(reply.elapsedTime / 1000);
    done();
    if (!log.isLevelEnabled('info')) return;
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
};
