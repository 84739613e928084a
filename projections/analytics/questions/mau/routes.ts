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
      summary: 'Monthly active users of the account',
      description:
        'Distinct viewers of all apps since `current_period_start` (before a subscription: the calendar month, UTC). Exact, not estimated. `mau` is what is billed; `marked` are the viewers beside it who came only in batches beyond the number of viewers that an address may bring to an instance in an hour: they are in all figures, and not billed.',
      tags: ['analytics'],
      response: { 200: success(mauRow) },
    },
    handler: async (request) => ({ data: await read(principalOf(request)) }),
  });
};
