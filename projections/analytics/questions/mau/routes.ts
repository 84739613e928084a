import { success } from '#contracts/api/envelope.ts';
import { mauRow } from '#contracts/stats/mau.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { createMauReader } from './read.ts';

/** GET /mau: how many people saw the account's stories in this period, and how many its plan includes. */
export const mauRoutes: Routes = (server, kernel) => {
  const read = createMauReader(kernel);
  server.route({
    method: 'GET',
    url: '/api/mau',
    config: { policy: { caller: 'user', act: 'mau.view', login_as: true, scope: 'stats' } },
    schema: {
      summary: 'Retrieve monthly active users',
      description:
        "Returns the exact number of distinct viewers of all apps since `current_period_start`. Without a subscription, the period is the calendar month (UTC). `mau` is billed. `marked` counts further viewers who only came in batches above the hourly viewer limit of an address and instance. They are in all figures but aren't billed.",
      tags: ['Analytics'],
      response: { 200: success(mauRow) },
    },
    handler: async (request) => ({ data: await read(principalOf(request)) }),
  });
};
