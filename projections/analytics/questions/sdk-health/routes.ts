import { success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { requireAct } from '#contracts/api/require-act.ts';
import { sdkHealth, sdkHealthQuery, sdkSupport, sdkSupportQuery } from '#contracts/stats/sdk-health.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { readSdkHealth, readSdkSupport } from './read.ts';

/** GET /app/sdk_health: for those who look after an app; GET /app/sdk_support: for those who make its stories. */
export const sdkHealthRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/app/sdk_health',
    config: { policy: { caller: 'user', act: 'app.settings', login_as: true } },
    schema: {
      summary: 'Retrieve the SDK health of an app',
      description:
        'Returns the SDK versions seen, accepted and refused events by minute and hour, samples of refused events, and instances whose stories are too large to load well. Batches refused as a whole (422, 413, 429) belong to no app and are counted in /metrics only.',
      tags: ['Analytics'],
      querystring: sdkHealthQuery,
      response: { 200: success(sdkHealth) },
    },
    handler: async (request) => {
      const principal = principalOf(request);
      const { app_id } = request.query;
      const app = await transaction(kernel.db, (trx) => kernel.facts.app(trx, principal.account_id, app_id, 'none'));
      if (!app) throw new Refusal('NotFound');
      requireAct(principal, 'app.settings', app_id);
      return { data: await readSdkHealth(kernel, app_id, kernel.now()) };
    },
  });

  server.route({
    method: 'GET',
    url: '/api/app/sdk_support',
    config: { policy: { caller: 'user', act: 'storyGroup.edit', login_as: true } },
    schema: {
      summary: 'Retrieve what the SDKs of an app support',
      description: 'Looks at the SDK versions that sent something in the last 30 days.',
      tags: ['Analytics'],
      querystring: sdkSupportQuery,
      response: { 200: success(sdkSupport) },
    },
    handler: async (request) => {
      const principal = principalOf(request);
      const { app_id } = request.query;
      const app = await transaction(kernel.db, (trx) => kernel.facts.app(trx, principal.account_id, app_id, 'none'));
      if (!app) throw new Refusal('NotFound');
      requireAct(principal, 'storyGroup.edit', app_id);
      return { data: await readSdkSupport(kernel.analytics, app_id, kernel.now()) };
    },
  });
};
