import type { FastifyReply } from 'fastify';
import { success } from '#contracts/api/envelope.ts';
import { invalidField, Refusal } from '#contracts/api/errors.ts';
import { type RecountAnswer, recountAnswer, recountBody, recountDays } from '#contracts/stats/recount.ts';
import { figureWords } from '#contracts/words/figures.en.ts';
import { fill } from '#contracts/words/phrase.ts';
import { callerGone } from '#kernel/http/client-disconnect.ts';
import { openEventStream, wantsEvents } from '#kernel/http/event-stream.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { say } from '#kernel/platform/say.ts';
import { resolveScope } from '../resolve-scope.ts';
import { runExclusively } from './exclusive.ts';
import { type RecountQuery, recountUnderRule } from './read.ts';

const progressMs = 250;

/** Streams the progress, then the result or the refusal, as events. */
const streamRecount = (
  kernel: Pick<Kernel, 'log'>,
  reply: FastifyReply,
  query: Omit<RecountQuery, 'signal' | 'progress'>,
  run: (query: RecountQuery) => Promise<RecountAnswer>,
): void => {
  const stream = openEventStream(reply);
  const gone = new AbortController();
  stream.onClose(() => gone.abort());
  let lastSentAt = Number.NEGATIVE_INFINITY;
  const progress = (done: number, batches: number) => {
    if (performance.now() - lastSentAt < progressMs) return;
    lastSentAt = performance.now();
    stream.send('progress', { done: Math.round(done * 100) / 100, batches });
  };
  progress(0, 0);
  run({ ...query, signal: gone.signal, progress })
    .then((data) => stream.send('result', { data }))
    .catch((error) => {
      if (gone.signal.aborted) return;
      const refusal = error instanceof Refusal ? error : new Refusal('Unavailable');
      if (refusal !== error) kernel.log.error({ err: error }, 'could not recount figures');
      stream.send('failure', { data: null, code: refusal.code, message: say(refusal.said) });
    })
    .finally(() => stream.end());
};

/** POST /analytics/recount: impressions and reach under another rule, beside those of today. */
export const recountRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/analytics/recount',
    compress: false,
    config: { policy: { caller: 'user', act: 'overview.view', login_as: true } },
    schema: {
      summary: 'Recount figures by another rule',
      description:
        'Counts the impressions and reach of an app and its groups from the raw batches, by the current rule and by another one. Returns both and the difference. No stored figure changes. An account can run one recount at a time (otherwise 409 Conflict). With `Accept: text/event-stream`, `progress` events come before the `result` event, or a `failure` event with a code.',
      tags: ['Analytics'],
      body: recountBody,
      response: { 200: success(recountAnswer) },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { app_id, rule, ts_start, ts_end } = request.body;
      const { range } = await resolveScope(kernel, principal, 'overview.view', { app_id: [app_id], ts_start, ts_end });
      if (range.days.length > recountDays)
        throw invalidField('ts_start', fill(figureWords.rangeTooLong, { most: recountDays }));
      const run = (query: RecountQuery) =>
        runExclusively(kernel.locks, `recount:${principal.account_id}`, figureWords.beingRecounted, () =>
          recountUnderRule(kernel, query),
        );
      if (wantsEvents(request.headers.accept)) {
        streamRecount(kernel, reply, { app_id, rule, range }, run);
        return reply;
      }
      const signal = callerGone(reply);
      try {
        return { data: await run({ app_id, rule, range, signal }) };
      } catch (error) {
        throw signal.aborted ? new Refusal('Unavailable') : error;
      }
    },
  });
};
