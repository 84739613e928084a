import { success } from '#contracts/api/envelope.ts';
import { invalidField, Refusal } from '#contracts/api/errors.ts';
import { whyAnswer, whyQuery } from '#contracts/stats/explain.ts';
import { whyDays } from '#contracts/stats/why-figures.ts';
import { figureWords } from '#contracts/words/figures.en.ts';
import { fill } from '#contracts/words/phrase.ts';
import { callerGone } from '#kernel/http/client-disconnect.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { createKeyedSemaphore } from '#kernel/platform/keyed-semaphore.ts';
import { resolveRange } from '../day-range.ts';
import { askedFigure } from './asked.ts';
import { explainFigure } from './read.ts';
import { resolveExplained } from './subject.ts';

/** Concurrent queries of a process and of one account, and how many may wait; each reads many batches. */
const concurrency = { max: 3, maxPerKey: 1, maxQueuedPerKey: 5 };

/** GET /analytics/why: a metric's rule, its days and the batches behind it. */
export const explainRoutes: Routes = (server, kernel) => {
  const slots = createKeyedSemaphore(concurrency);
  server.route({
    method: 'GET',
    url: '/api/analytics/why',
    config: { policy: { caller: 'user', act: 'stats.view', login_as: true } },
    schema: {
      summary: 'Explain a figure',
      description:
        'Returns the rule of a figure in words, its days, and a page of the accepted batches behind it. Each batch has its arrival time, platform, SDK, contribution, and the version of the content at that time. Batches are kept for RAW_RETENTION_DAYS. While all of them are kept, `recounted` equals `value`. The figure is of the most exact kind of ids; of several, or with `all_groups` of all story groups of the query, of all together, each viewer once. `response_count`, `responders` and `average_rating` are the figures of interactive_stats: of `type`, and of a component of a story, where `component_id` names one.',
      tags: ['Analytics'],
      querystring: whyQuery,
      response: { 200: success(whyAnswer) },
    },
    handler: async (request, reply) => {
      const { figure, type, component_id, answer, limit = 100, offset = 0, ...asked } = request.query;
      const principal = principalOf(request);
      const { range } = resolveRange(asked, kernel.now());
      if (range.days.length > whyDays)
        throw invalidField('ts_start', fill(figureWords.rangeTooLong, { most: whyDays }));
      const subjects = await resolveExplained(kernel, principal, asked);
      const query = {
        ...subjects,
        asked: askedFigure({ figure, type, component_id, answer }, subjects.scope),
        range,
      };
      const signal = callerGone(reply);
      const page = { limit, offset, signal };
      try {
        return { data: await slots(principal.account_id, signal, () => explainFigure(kernel, query, page)) };
      } catch (error) {
        throw signal.aborted ? new Refusal('Unavailable') : error;
      }
    },
  });
};
