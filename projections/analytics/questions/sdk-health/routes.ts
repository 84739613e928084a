import { success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { requireAct } from '#contracts/api/require-act.ts';
import type { Act } from '#contracts/api/roles.ts';
import { sdkHealth, sdkHealthQuery, sdkSupport } from '#contracts/stats/sdk-health.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { readSdkHealth, readSdkSupport } from './read.ts';

const requireApp = async (kernel: Kernel, principal: Principal, act: Act, appId: string): Promise<void> => {
  const app = await transaction(kernel.db, (trx) => kernel.facts.app(trx, principal.account_id, appId, 'none'));
  if (!app) throw new Refusal('NotFound');
  requireAct(principal, act, appId);
};

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
      const { app_id } = request.query;
      await requireApp(kernel, principalOf(request), 'app.settings', app_id);
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
      querystring: sdkHealthQuery,
      response: { 200: success(sdkSupport) },
    },
    handler: async (request) => {
      const { app_id } = request.query;
      await requireApp(kernel, principalOf(request), 'storyGroup.edit', app_id);
      return { data: await readSdkSupport(kernel.analytics, app_id, kernel.now()) };
    },
  });
};
