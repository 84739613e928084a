import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { BulkResult } from '#contracts/envelope.ts';
import { Refusal } from '#contracts/errors.ts';
import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { evolveStream } from '#contracts/stream.ts';
import { advisoryLocks } from '../db/advisory-locks.ts';
import { begin, type Trx, together, transaction } from '../db/pool.ts';
import { type Origin, record, StreamConflict, write } from '../event-store/append.ts';
import { loadStream } from '../event-store/read.ts';
import { createStateCache, type StateCache } from '../event-store/state-cache.ts';
import type { Kernel } from '../kernel.ts';
import { mediaKeysIn, noteMediaUse } from '../media/media-use.ts';
import { inSpan } from '../platform/tracing.ts';

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

const holdCatalog = `select pg_advisory_xact_lock_shared(${advisoryLocks.catalog})`;
const opening = [begin, { name: 'hold-catalog', text: holdCatalog }];
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

/**
 * The answer that a request with this Idempotency-Key was given before, or null. For commands that ask the outside world
 * first: a repetition must not depend on what that says today.
 */
export const earlierAnswer = async (kernel: Kernel, { idempotency }: CommandContext): Promise<Answer | null> => {
  const earlier = idempotency && (await transaction(kernel.db, (trx) => repeated(trx, idempotency)));
  if (earlier) kernel.metrics.commands.inc({ outcome: 'replayed' });
  return earlier;
};

/** Keeps the answer for repetitions; that another request with the key has kept one meanwhile shows before COMMIT. */
const keepAnswer = (trx: Trx, claim: IdempotencyClaim, answer: Answer): void => {
  const { status, ...body } = answer;
  const kept = trx.client.query({
    name: 'keep-answer',
    text: 'insert into idempotency (user_id, key, route, body_hash, status, answer) values ($1, $2, $3, $4, $5, $6)',
    values: [claim.user_id, claim.key, claim.route, bodyHash(claim.body), status, JSON.stringify(body)],
  });
  trx.later(
    kept.catch((error: { constraint?: string }) => {
      throw error.constraint === 'idempotency_pkey' ? new AnsweredMeanwhile() : error;
    }),
  );
};

/** Somebody else's request with the same Idempotency-Key was answered first. */
class AnsweredMeanwhile extends Error {}

/** What was decided rests on memory that no append has proven, or that turned out to be old: decide again on fresh reads. */
export class Unproven extends Error {}

/** One attempt's transaction with its context; what deciders' surroundings work with. */
export interface CommandTrx extends Trx {
  kernel: Kernel;
  context: CommandContext;
  /** Streams that this transaction has appended to: what it reads of them is not committed yet. */
  touched: Set<string>;
  /** True in the first attempt, which may work on what this process remembers. */
  remembering: boolean;
  /** Streams whose state was taken from memory and not appended to so far. */
  unproven: Set<string>;
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

const decided = async <T>(trx: CommandTrx, work: (trx: CommandTrx) => Promise<Answer<T>>): Promise<Answer<T>> => {
  try {
    const answer = await work(trx);
    if (trx.unproven.size > 0) throw new Unproven();
    return answer;
  } catch (error) {
    const unsure = trx.unproven.size > 0 || (trx.remembering && trx.context.idempotency !== null);
    throw error instanceof Refusal && unsure ? new Unproven() : error;
  }
};

/**
 * The time at which a command of somebody's request appends: now, since it may have waited behind others, and what came
 * later must not look earlier. What the system does by itself has the time that it was given.
 */
const appendedAt = (kernel: Kernel, { now, request_id }: CommandContext): number =>
  request_id === null ? now : Math.max(now, kernel.now());

const attempt = <T>(
  kernel: Kernel,
  context: CommandContext,
  work: (trx: CommandTrx) => Promise<Answer<T>>,
  remembering: boolean,
  queueOn: string | null,
): Promise<{ answer: Answer<T>; repetition: boolean }> =>
  transaction(
    kernel.db,
    async (plain) => {
      const { client, later, afterCommit } = plain;
      context.now = appendedAt(kernel, context);
      const trx: CommandTrx = {
        client,
        later,
        afterCommit,
        kernel,
        context,
        touched: new Set(),
        remembering,
        unproven: new Set(),
        get query() {
          return plain.query;
        },
      };
      if (queueOn) {
        await lockStream(trx, queueOn);
        context.now = appendedAt(kernel, context);
      }
      // A first attempt looks for no earlier answer: keeping its own fails when there is one.
      if (context.idempotency && !remembering) {
        const earlier = await repeated(trx, context.idempotency);
        if (earlier) return { answer: earlier as Answer<T>, repetition: true };
      }
      const answer = await decided(trx, work);
      if (context.idempotency) keepAnswer(trx, context.idempotency, answer);
      return { answer, repetition: false };
    },
    opening,
    remembering,
  );

/**
 * Runs one command in one transaction: whatever `work` appends, catalog rows, claims, jobs and the idempotency record
 * commit together. The first attempt may decide on remembered states, which its appends prove. When another writer was
 * first, the work runs again on the newer state, a bounded number of times, under a lock on that stream that holds across
 * processes. Refusals pass through and leave nothing behind.
 */
export const runCommand = async <T>(
  kernel: Kernel,
  context: CommandContext,
  work: (trx: CommandTrx) => Promise<Answer<T>>,
): Promise<Answer<T>> => {
  let queueOn: string | null = null;
  let remembering = true;
  const done = kernel.metrics.append.startTimer();
  for (let tries = 0; ; tries += 1) {
    try {
      const { answer, repetition } = await inSpan(
        'command',
        () => ({ request_id: context.request_id, correlation_id: context.correlation_id, tries }),
        () => attempt(kernel, context, work, remembering, queueOn),
      );
      kernel.metrics.commands.inc({ outcome: repetition ? 'replayed' : 'committed' });
      done();
      return answer;
    } catch (error) {
      const lost = error instanceof StreamConflict || isDeadlock(error) || error instanceof AnsweredMeanwhile;
      const hurried = remembering && (error as { code?: string }).code === lockNotHad;
      if (!lost && !hurried && !(error instanceof Unproven)) {
        kernel.metrics.commands.inc({ outcome: error instanceof Refusal ? 'refused' : 'failed' });
        throw error;
      }
      if (lost) kernel.metrics.conflicts.inc();
      if (tries >= lockedAttempts) throw new Refusal('Conflict');
      if (error instanceof StreamConflict && !remembering) {
        queueOn = error.stream;
        markBusy(kernel, error.stream);
      }
      remembering = false;
    }
  }
};

/** Waiting for a lock took too long; a first attempt, which others may wait behind, is not given long. */
const lockNotHad = '55P03';
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
    trx.context.now = appendedAt(trx.kernel, trx.context);
  }
  const loaded = await loadStream<S>(trx.client, stream, states.get(stream));
  states.set(stream, loaded);
  return { stream, ...loaded };
};

/**
 * A stream as this process remembers it, taken as it is without asking Postgres, or null where it must be loaded. Only a
 * first attempt may: its append proves that nothing came after, and whatever ends without one is decided again.
 */
export const recall = <S>(trx: CommandTrx, stream: string): Loaded<S> | null => {
  if (!trx.remembering || trx.touched.has(stream) || isBusy(trx.kernel, stream)) return null;
  const known = memoryOf(trx.kernel).states.get(stream);
  if (!known || known.version === 0) return null;
  trx.unproven.add(stream);
  return { stream, state: known.state as S, version: known.version };
};

/** Logs, for whoever follows a request, what it has appended. */
const tellAppended = ({ log }: Kernel, recorded: readonly Recorded<StoryrailEvent>[]): void => {
  if (!log.isLevelEnabled('debug')) return;
  for (const { type, meta } of recorded) {
    const { event_id, stream, version, request_id, correlation_id } = meta;
    log.debug({ event_id, type, stream, version, request_id, correlation_id }, 'event appended');
  }
};

/**
 * Appends what a decider decided, brings the catalog up to date in the same transaction, and wakes the readers after
 * COMMIT. The append is sent and not waited for: that another writer was first shows before COMMIT.
 */
export const save = async <S>(
  trx: CommandTrx,
  loaded: Loaded<S>,
  events: readonly StoryrailEvent[],
): Promise<{ recorded: Recorded<StoryrailEvent>[]; state: S; version: number }> => {
  trx.touched.add(loaded.stream);
  if (events.length === 0) return { recorded: [], state: loaded.state, version: loaded.version };
  trx.unproven.delete(loaded.stream);
  const recorded = record(loaded.stream, loaded.version, events, trx.context);
  const version = loaded.version + recorded.length;
  let state: unknown = loaded.state;
  for (const event of recorded) state = evolveStream(state, event);
  trx.later(write(trx.client, loaded.stream, loaded.version, recorded, trx.context));
  await together([noteMediaUse(trx, mediaKeysIn(events)), trx.kernel.inline(trx, recorded, state)]);
  trx.afterCommit(() => {
    memoryOf(trx.kernel).states.set(loaded.stream, { state, version });
    trx.kernel.wake.tell('events');
    tellAppended(trx.kernel, recorded);
  });
  return { recorded, state: state as S, version };
};

/** The context of the `index`-th command of a bulk request, or of one of that name: same origin, a key of its own. */
export const nthContext = (context: CommandContext, index: number | string): CommandContext => ({
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
