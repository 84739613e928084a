import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { BulkResult } from '#contracts/envelope.ts';
import { Refusal } from '#contracts/errors.ts';
import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { evolveStream } from '#contracts/stream.ts';
import { begin, type Trx, together, transaction } from './db/pool.ts';
import { type Origin, record, StreamConflict, write } from './event-store/append.ts';
import { loadStream } from './event-store/read.ts';
import { createStateCache, type StateCache } from './event-store/state-cache.ts';
import type { Kernel } from './kernel.ts';
import { mediaKeysIn, noteMediaUse } from './media-use.ts';

/** What a client's repeated request is recognised by; `body` is hashed. */
export interface IdempotencyClaim {
  user_id: string;
  key: string;
  route: string;
  body: unknown;
}

/** A command as it reaches the write side: where it comes from and how a repetition is recognised. */
export interface CommandContext extends Origin {
  idempotency: IdempotencyClaim | null;
}

/** The context of what the system does by itself at `now` (ms): nobody's request, no account unless one is named. */
export const systemContext = (now: number, account_id: string | null = null): CommandContext => ({
  account_id,
  actor: { type: 'system', id: null },
  on_behalf_of: null,
  correlation_id: uuidv7(),
  request_id: null,
  cause: null,
  client: null,
  now,
  idempotency: null,
});

/** What a command answers with; stored for repetitions when the client sent an Idempotency-Key. */
export interface Answer<T = unknown> {
  status: number;
  data: T;
  message?: string;
}

/** Held shared by every command, exclusively by the switch of the catalog's rebuild. */
export const catalogLock = 7_300_002;
const opening = [begin, { name: 'hold-catalog', text: `select pg_advisory_xact_lock_shared(${catalogLock})` }];
const lockedAttempts = 30;

const bodyHash = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest('hex');

const repeated = async (trx: Trx, claim: IdempotencyClaim): Promise<Answer | null> => {
  const { rows } = await trx.client.query<{ body_hash: string; status: number; answer: unknown }>({
    name: 'find-answer',
    text: 'select body_hash, status, answer from idempotency where user_id = $1 and key = $2 and route = $3',
    values: [claim.user_id, claim.key, claim.route],
  });
  const row = rows[0];
  if (!row) return null;
  if (row.body_hash !== bodyHash(claim.body)) throw new Refusal('IdempotencyKeyReused');
  return { status: row.status, ...(row.answer as { data: unknown; message?: string }) };
};

/** True when this transaction is the one that keeps the answer. */
const keepAnswer = async (trx: Trx, claim: IdempotencyClaim, answer: Answer): Promise<boolean> => {
  const { status, ...body } = answer;
  const { rowCount } = await trx.client.query({
    name: 'keep-answer',
    text: `insert into idempotency (user_id, key, route, body_hash, status, answer) values ($1, $2, $3, $4, $5, $6)
           on conflict do nothing`,
    values: [claim.user_id, claim.key, claim.route, bodyHash(claim.body), status, JSON.stringify(body)],
  });
  return rowCount === 1;
};

class AnsweredMeanwhile extends Error {}

/** One attempt's transaction with its context; what deciders' surroundings work with. */
export interface CommandTrx extends Trx {
  kernel: Kernel;
  context: CommandContext;
  /** Streams that this transaction has appended to: what it reads of them is not committed yet. */
  touched: Set<string>;
}

interface Memory {
  states: StateCache;
  /** Streams that writers meet on at the moment, until when (ms): they queue at once rather than after a lost attempt. */
  busy: Map<string, number>;
}
const memories = new WeakMap<Kernel, Memory>();
const memoryOf = (kernel: Kernel): Memory => {
  const memory = memories.get(kernel) ?? { states: createStateCache(1000), busy: new Map() };
  memories.set(kernel, memory);
  return memory;
};
const busyMs = 1000;

const markBusy = (kernel: Kernel, stream: string): void => {
  const { busy } = memoryOf(kernel);
  if (busy.size > 1000) busy.clear();
  busy.set(stream, performance.now() + busyMs);
};
const isBusy = (kernel: Kernel, stream: string): boolean =>
  (memoryOf(kernel).busy.get(stream) ?? 0) > performance.now();

const lockStream = (trx: Trx, stream: string) =>
  trx.client.query({
    name: 'lock-stream',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [stream],
  });

const attempt = <T>(
  kernel: Kernel,
  context: CommandContext,
  work: (trx: CommandTrx) => Promise<Answer<T>>,
  queueOn: string | null,
): Promise<{ answer: Answer<T>; repetition: boolean }> =>
  transaction(
    kernel.db,
    async (plain) => {
      const trx: CommandTrx = { ...plain, kernel, context, touched: new Set() };
      if (queueOn) await lockStream(trx, queueOn);
      if (context.idempotency) {
        const earlier = await repeated(trx, context.idempotency);
        if (earlier) return { answer: earlier as Answer<T>, repetition: true };
      }
      const answer = await work(trx);
      if (context.idempotency && !(await keepAnswer(trx, context.idempotency, answer))) throw new AnsweredMeanwhile();
      return { answer, repetition: false };
    },
    opening,
  );

/**
 * Runs one command in one transaction: whatever `work` appends, catalog rows, claims, jobs and the idempotency record
 * commit together. When another writer was first, the work runs again on the newer state, a bounded number of times,
 * under a lock on that stream that holds across processes. Refusals pass through and leave nothing behind.
 */
export const runCommand = async <T>(
  kernel: Kernel,
  context: CommandContext,
  work: (trx: CommandTrx) => Promise<Answer<T>>,
): Promise<Answer<T>> => {
  let queueOn: string | null = null;
  const done = kernel.metrics.append.startTimer();
  for (let tries = 0; ; tries += 1) {
    try {
      const { answer, repetition } = await attempt(kernel, context, work, queueOn);
      kernel.metrics.commands.inc({ outcome: repetition ? 'replayed' : 'committed' });
      done();
      return answer;
    } catch (error) {
      if (error instanceof StreamConflict || isDeadlock(error) || error instanceof AnsweredMeanwhile) {
        kernel.metrics.conflicts.inc();
        if (tries < lockedAttempts) {
          if (error instanceof StreamConflict) {
            queueOn = error.stream;
            markBusy(kernel, error.stream);
          }
          continue;
        }
        throw new Refusal('Conflict');
      }
      kernel.metrics.commands.inc({ outcome: error instanceof Refusal ? 'refused' : 'failed' });
      throw error;
    }
  }
};

const isDeadlock = (error: unknown): boolean => (error as { code?: string }).code === '40P01';

/** A stream as a command sees it: its state and the version that the next append expects. */
export interface Loaded<S> {
  stream: string;
  state: S;
  version: number;
}

/** Loads and folds a stream for a command; of a stream that was loaded before only the newer events are read. */
export const load = async <S>(trx: CommandTrx, stream: string): Promise<Loaded<S>> => {
  if (trx.touched.has(stream)) return { stream, ...(await loadStream<S>(trx.client, stream)) };
  const { states } = memoryOf(trx.kernel);
  if (isBusy(trx.kernel, stream)) {
    markBusy(trx.kernel, stream);
    await lockStream(trx, stream);
  }
  const loaded = await loadStream<S>(trx.client, stream, states.get(stream));
  states.set(stream, loaded);
  return { stream, ...loaded };
};

/** Appends what a decider decided, brings the catalog up to date in the same transaction, and wakes the readers after COMMIT. */
export const save = async <S>(
  trx: CommandTrx,
  loaded: Loaded<S>,
  events: readonly StoryrailEvent[],
): Promise<{ recorded: Recorded<StoryrailEvent>[]; state: S; version: number }> => {
  trx.touched.add(loaded.stream);
  if (events.length === 0) return { recorded: [], state: loaded.state, version: loaded.version };
  const recorded = record(loaded.stream, loaded.version, events, trx.context);
  let state: unknown = loaded.state;
  for (const event of recorded) state = evolveStream(state, event);
  // The catalog is sent without waiting for the append; when that finds a conflict, all of it is rolled back.
  await together([
    write(trx.client, loaded.stream, loaded.version, recorded, trx.context),
    noteMediaUse(trx, mediaKeysIn(events)),
    trx.kernel.inline(trx, recorded, state),
  ]);
  trx.afterCommit(() => trx.kernel.wake.tell('events'));
  return { recorded, state: state as S, version: loaded.version + recorded.length };
};

/** The context of the `index`-th command of a bulk request: same origin, a key of its own. */
export const nthContext = (context: CommandContext, index: number): CommandContext => ({
  ...context,
  idempotency: context.idempotency && { ...context.idempotency, key: `${context.idempotency.key}/${index}` },
});

/**
 * Runs independent commands one after another and says which changed something. `ids` names what each refers to (null
 * for a creation, which is named by its index). When nothing could be changed the first refusal is thrown.
 */
export const runBulk = async (
  items: readonly {
    ids: readonly (string | null)[];
    indexes: readonly number[];
    run: () => Promise<readonly string[]>;
  }[],
): Promise<BulkResult> => {
  const changed: string[] = [];
  const refused: BulkResult['refused'] = [];
  let first: Refusal | null = null;
  for (const { ids, indexes, run } of items) {
    try {
      changed.push(...(await run()));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      first ??= error;
      ids.forEach((id, place) => {
        const named = id === null ? { index: indexes[place]! } : { id };
        refused.push({ ...named, code: error.code, message: error.message });
      });
    }
  }
  if (changed.length === 0 && first) throw first;
  return { changed, refused };
};
