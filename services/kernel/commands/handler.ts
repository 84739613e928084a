import { Refusal } from '#contracts/api/errors.ts';
import { advisoryLocks } from '../db/advisory-locks.ts';
import { beginStatement, type Trx, transaction } from '../db/transaction.ts';
import { StreamConflict } from '../event-store/append.ts';
import { delay } from '../platform/delay.ts';
import type { Attempt, CommandAnswer, CommandContext, CommandKernel, CommandTrx } from './command-trx.ts';
import { findAnswer, storeAnswer } from './idempotency.ts';
import { backOffMs, isConflict, isRetryable, maxAttempts } from './retry.ts';
import { advanceClock, lockStream, markContended, StaleRead } from './streams.ts';

type Work<T> = (trx: CommandTrx) => Promise<CommandAnswer<T>>;

// While it is held shared, the catalog is not switched to another version.
const holdCatalog = `select pg_advisory_xact_lock_shared(${advisoryLocks.catalog})`;
const opening = [beginStatement, { name: 'hold-catalog', text: holdCatalog, unread: true }];

const commandTrx = (plain: Trx, kernel: CommandKernel, context: CommandContext, attempt: Attempt): CommandTrx => ({
  client: plain.client,
  defer: plain.defer,
  together: plain.together,
  afterCommit: plain.afterCommit,
  kernel,
  context,
  attempt,
  // Asked for rather than copied: most commands need no query builder.
  get query() {
    return plain.query;
  },
});

/** Runs the work; what it decided on cached states that no append has verified is thrown away as a StaleRead. */
const decide = async <T>(trx: CommandTrx, work: Work<T>): Promise<CommandAnswer<T>> => {
  const { optimistic, unverified } = trx.attempt;
  try {
    const answer = await work(trx);
    if (unverified.size > 0) throw new StaleRead();
    return answer;
  } catch (error) {
    const unsure = unverified.size > 0 || (optimistic && trx.context.idempotency !== null);
    throw error instanceof Refusal && unsure ? new StaleRead() : error;
  }
};

/** One attempt in a transaction of its own. `queueOn` is the stream whose writers it lines up with. */
const attempt = <T>(
  kernel: CommandKernel,
  given: CommandContext,
  work: Work<T>,
  optimistic: boolean,
  queueOn: string | null,
): Promise<{ answer: CommandAnswer<T>; repetition: boolean }> =>
  transaction(
    kernel.db,
    async (plain) => {
      const context = { ...given };
      advanceClock(context, kernel);
      const state: Attempt = { optimistic, appended: new Set(), unverified: new Set() };
      const trx = commandTrx(plain, kernel, context, state);
      if (queueOn) {
        await lockStream(trx, queueOn);
        advanceClock(context, kernel);
      }
      // An optimistic attempt looks for no earlier answer: storing its own fails when there is one.
      if (context.idempotency && !optimistic) {
        const earlier = await findAnswer(trx, context.idempotency);
        if (earlier) return { answer: earlier as CommandAnswer<T>, repetition: true };
      }
      const answer = await decide(trx, work);
      if (context.idempotency) storeAnswer(trx, context.idempotency, answer);
      return { answer, repetition: false };
    },
    opening,
    optimistic,
  );

/**
 * Runs one command in one transaction: whatever `work` appends, catalog rows, claims, jobs and the idempotency record
 * commit together. The first attempt is optimistic: it may decide on cached states, which its appends verify. When another
 * writer was first, the work runs again on the newer state, a few times, under a lock on that stream that holds across
 * processes. Refusals pass through and leave nothing behind.
 */
export const runCommand = async <T>(
  kernel: CommandKernel,
  context: CommandContext,
  work: Work<T>,
): Promise<CommandAnswer<T>> => {
  let queueOn: string | null = null;
  const done = kernel.metrics.append.startTimer();
  for (let tries = 0; ; tries += 1) {
    const optimistic = tries === 0;
    try {
      const run = () => attempt(kernel, context, work, optimistic, queueOn);
      const { request_id, correlation_id } = context;
      const told = () => ({ request_id, correlation_id, tries });
      const { answer, repetition } = await (kernel.tracing?.inSpan('command', told, run) ?? run());
      kernel.metrics.commands.inc({ outcome: repetition ? 'replayed' : 'committed' });
      done();
      return answer;
    } catch (error) {
      if (!isRetryable(error, optimistic)) {
        kernel.metrics.commands.inc({ outcome: error instanceof Refusal ? 'refused' : 'failed' });
        throw error;
      }
      if (isConflict(error)) kernel.metrics.conflicts.inc();
      if (tries + 1 >= maxAttempts) throw new Refusal('Conflict');
      if (error instanceof StreamConflict && !optimistic) {
        queueOn = error.stream;
        markContended(kernel, error.stream);
      }
    }
    const pauseMs = backOffMs(tries + 1);
    if (pauseMs > 0) await delay(pauseMs);
  }
};
