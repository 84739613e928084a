import type { Logger } from '../../platform/log.ts';
import { recordRequest } from '../record-request.ts';
import type { ServerPlugin } from '../types.ts';

/** Measures each answer by method, route and status, and logs it. */
export const accessLog: ServerPlugin = (server, kernel) => {
  server.addHook('onResponse', (request, reply, done) => {
    const { url, config } = request.routeOptions;
    const { principal } = request;
    const status = reply.statusCode;
    recordRequest(kernel, config.measuredOnly && status < 400 ? null : (request.log as { info: Logger['info'] }), {
      method: request.method,
      route: url ?? 'none',
      status,
      ms: reply.elapsedTime,
      more: {
        user_id: principal?.user_id,
        staff_id: principal?.login_as?.staff_id,
        account_id: principal?.account_id,
      },
    });
    done();
  });
};
