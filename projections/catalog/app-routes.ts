import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { id } from '#contracts/api/ids.ts';
import { requireAct } from '#contracts/api/require-act.ts';
import { appPersonRow } from '#contracts/app/rows.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { listAppPeople } from './app-people.ts';

/** GET /permission/app/{id}. */
export const appPeopleRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/permission/app/:id',
    config: { policy: { caller: 'user', act: 'team.view', login_as: true } },
    schema: {
      summary: 'List the people of an app',
      tags: ['Apps'],
      params: z.strictObject({ id }),
      response: { 200: success(z.array(appPersonRow)) },
    },
    handler: async (request) => {
      const principal = principalOf(request);
      const { account_id } = principal;
      const appId = request.params.id;
      const app = await transaction(kernel.db, (trx) => kernel.facts.app(trx, account_id, appId, 'none'));
      if (!app) throw new Refusal('NotFound');
      requireAct(principal, 'team.view', appId);
      return { data: await listAppPeople(kernel.db, account_id, appId) };
    },
  });
};
