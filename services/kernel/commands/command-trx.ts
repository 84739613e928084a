import type { EpochMs } from '#contracts/time.ts';
import type { Notifier } from '../db/notifier.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { Config } from '../platform/config.ts';
import type { FileStore } from '../platform/files.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { CommandContext } from './context.ts';
import type { Facts, InlineProjection } from './facts.ts';

/** The parts of the kernel that commands work with. */
export interface CommandKernel {
  config: Config;
  log: Logger;
  metrics: Metrics;
  db: Db;
  notifier: Notifier;
  secrets: Secrets;
  files: FileStore;
  facts: Facts;
  inline: InlineProjection;
  now(): EpochMs;
}

/** What one attempt to run a command has read and written so far. */
export interface Attempt {
  /** True in the first attempt, which may decide on states that this process cached. */
  readonly optimistic: boolean;
  /** Streams appended to: what this transaction reads of them is not committed yet. */
  readonly appended: Set<string>;
  /** Streams whose state was taken from the cache, and that no append has verified so far. */
  readonly unverified: Set<string>;
}

/** The transaction of one attempt with its context: what a command works with. */
export interface CommandTrx extends Trx {
  readonly kernel: CommandKernel;
  readonly context: CommandContext;
  readonly attempt: Attempt;
}

/** What a command answers with; stored for repetitions when the client sent an Idempotency-Key. */
export interface CommandAnswer<T = unknown> {
  status: number;
  data: T;
  message?: string;
}

/** Makes a command's transaction of a plain one. */
export const commandTrx = (
  plain: Trx,
  kernel: CommandKernel,
  context: CommandContext,
  attempt: Attempt,
): CommandTrx => ({
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

/** The same transaction, where what is appended has another author, account, origin or cause. */
export const withContext = (
  trx: CommandTrx,
  changes: Partial<Omit<CommandContext, 'now' | 'idempotency'>>,
): CommandTrx => commandTrx(trx, trx.kernel, { ...trx.context, ...changes }, trx.attempt);
