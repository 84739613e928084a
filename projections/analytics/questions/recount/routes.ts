import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { invalidField, Refusal } from '#contracts/api/errors.ts';
import {
  type RecountAnswer,
  recountAnswer,
  recountBody,
  recountDays,
  type StoodAnswer,
  stoodAnswer,
} from '#contracts/stats/recount.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { figureWords } from '#contracts/words/figures.en.ts';
import { fill } from '#contracts/words/phrase.ts';
import { callerGone } from '#kernel/http/client-disconnect.ts';
import { wantsEvents } from '#kernel/http/event-stream.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { createKeyedSemaphore } from '#kernel/platform/keyed-semaphore.ts';
import { resolveScope } from '../resolve-scope.ts';
import { recountAsItStood } from './as-it-stood.ts';
import { runExclusively } from './exclusive.ts';
import { requireKept } from './keeping.ts';
import { type RecountWatch, streamRecount } from './stream.ts';
import { recountUnderRule } from './under-rule.ts';

type Answer = RecountAnswer | StoodAnswer;
/** Recounts of a process at once: each reads every batch of its days. An account has one, so that nothing queues by it. */
const concurrency = { max: 2, maxQueuedPerKey: 1 };

/** POST /analytics/recount: figures under another rule, or as they stood at a moment, beside those of today. */
export const recountRoutes: Routes = (server, kernel) => {
  const slots = createKeyedSemaphore(concurrency);
  server.route({
    method: 'POST',
    url: '/api/analytics/recount',
    compress: false,
    config: { policy: { caller: 'user', act: 'overview.view', login_as: true } },
    schema: {
      summary: 'Recount figures by another rule or as they stood',
      description:
        'Counts the figures of an app and its groups again from the raw batches. With `rule`: impressions and reach by the current rule and by that one. With `accepted_until`: impressions, reach, opens, clicks and completions from the batches accepted until that moment, and from all. Returns both and the difference. No stored figure changes. Days before `recountable_since` are past retention and refused. An account can run one recount at a time (otherwise 409 Conflict). With `Accept: text/event-stream`, `progress` events come before the `result` event, or a `failure` event with a code.',
      tags: ['Analytics'],
      body: recountBody,
      response: { 200: success(z.union([recountAnswer, stoodAnswer])) },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { app_id, rule, accepted_until, ts_start, ts_end } = request.body;
      const { range } = await resolveScope(kernel, principal, 'overview.view', { app_id: [app_id], ts_start, ts_end });
      if (range.days.length > recountDays)
        throw invalidField('ts_start', fill(figureWords.rangeTooLong, { most: recountDays }));
      const recountable_since = await requireKept(kernel.analytics, range, accepted_until, kernel.now());
      const run = (watch: RecountWatch): Promise<Answer> =>
        runExclusively(kernel.locks, `recount:${principal.account_id}`, figureWords.beingRecounted, () =>
          slots(principal.account_id, watch.signal, (): Promise<Answer> => {
            const scope = { app_id, range, recountable_since, ...watch };
            return rule
              ? recountUnderRule(kernel, scope, rule)
              : recountAsItStood(kernel, scope, accepted_until as UnixSeconds);
          }),
        );
      if (wantsEvents(request.headers.accept)) {
        streamRecount(kernel, reply, run);
        return reply;
      }
      const signal = callerGone(reply);
      try {
        return { data: await run({ signal }) };
      } catch (error) {
        throw signal.aborted ? new Refusal('Unavailable') : error;
      }
    },
  });
};
