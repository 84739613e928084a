import type { FastifyReply } from 'fastify';
import { Refusal } from '#contracts/api/errors.ts';
import { openEventStream } from '#kernel/http/event-stream.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { say } from '#kernel/platform/say.ts';
import type { RecountScope } from './batches.ts';

const progressMs = 250;

/** How a recount is given up, and told of: progress from 0 to 1 and batches read. */
export type RecountWatch = Pick<RecountScope, 'signal' | 'progress'>;

/** Streams the progress of a recount, then its result or the refusal, as events. */
export const streamRecount = (
  kernel: Pick<Kernel, 'log'>,
  reply: FastifyReply,
  run: (watch: RecountWatch) => Promise<unknown>,
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
  run({ signal: gone.signal, progress })
    .then((data) => stream.send('result', { data }))
    .catch((error) => {
      if (gone.signal.aborted) return;
      const refusal = error instanceof Refusal ? error : new Refusal('Unavailable');
      if (refusal !== error) kernel.log.error({ err: error }, 'could not recount figures');
      stream.send('failure', { data: null, code: refusal.code, message: say(refusal.said) });
    })
    .finally(() => stream.end());
};
