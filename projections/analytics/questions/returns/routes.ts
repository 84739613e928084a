import { success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { returnsAnswer, returnsQuery } from '#contracts/stats/returns.ts';
import { callerGone } from '#kernel/http/client-disconnect.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { createKeyedSemaphore } from '#kernel/platform/keyed-semaphore.ts';
import { resolveRange } from '../day-range.ts';
import { createReturnsReader } from './read.ts';

/** Concurrent counts of a process and of one account, and how many may wait. */
const concurrency = { max: 2, maxPerKey: 1, maxQueuedPerKey: 20 };

/** GET /analytics/returns: who of the viewers of all apps came back after 1, 7 and 30 days. */
export const returnsRoutes: Routes = (server, kernel) => {
  const read = createReturnsReader(kernel);
  const slots = createKeyedSemaphore(concurrency);
  server.route({
    method: 'GET',
    url: '/api/analytics/returns',
    config: { policy: { caller: 'user', act: 'returns.view', login_as: true, scope: 'stats' } },
    schema: {
      summary: 'Retrieve how many viewers came back',
      description:
        'Of the viewers seen on a UTC day in any app of the account, counts those seen again exactly 1, 7 and 30 days later, added up over the days of the range. Days whose later day is not over are left out. Exact, without viewers who gave no consent. An answer can be up to ten minutes old.',
      tags: ['Analytics'],
      querystring: returnsQuery,
      response: { 200: success(returnsAnswer) },
    },
    handler: async (request, reply) => {
      const { account_id } = principalOf(request);
      const { range } = resolveRange(request.query, kernel.now());
      const signal = callerGone(reply);
      try {
        return { data: await slots(account_id, signal, () => read(account_id, range)) };
      } catch (error) {
        throw signal.aborted ? new Refusal('Unavailable') : error;
      }
    },
  });
};
