import { auditQuery, auditRow } from '#contracts/audit.ts';
import { page } from '#contracts/envelope.ts';
import { principalOf, type Routes } from '#kernel/http/server.ts';
import { listAudit } from './list.ts';

/** GET /audit: everything that was done in the account, for account owners. */
export const auditRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/audit',
    config: { policy: { caller: 'user', act: 'audit.view' } },
    schema: {
      querystring: auditQuery,
      response: { 200: page(auditRow) },
      summary: 'What was done in the account, by whom, newest first',
      tags: ['audit'],
    },
    handler: async (request) => listAudit(kernel, principalOf(request).account_id, request.query),
  });
};
