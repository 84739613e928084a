import type pg from 'pg';
import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import type { EpochMs } from '#contracts/time.ts';
import type { Trx } from '#kernel/db/transaction.ts';
import type { CopiedRow } from '#kernel/event-store/copy.ts';
import type { Kernel } from '#kernel/kernel.ts';

/** The state of an event's stream just before and just after it; null for streams without a state. */
export interface StateChange {
  before(): unknown;
  after(): unknown;
}

/** Lines for a table of a projection, in COPY's text format. */
export interface CopyLines {
  table: string;
  columns: readonly string[];
  lines: string[];
}

/** Loads the log from its start into shadow tables, without reading them. */
export interface BulkLoader {
  /** Adds one event; `row` is its row in the log. */
  add(event: Recorded<StoryrailEvent>, change: StateChange, row: CopiedRow): void;
  /** The lines added since the last call. */
  drain(): CopyLines[];
  /** Lines that are written once, after everything else. */
  end(): CopyLines[];
}

/**
 * A read model that follows the log. What it writes depends on the events alone: no clock, no randomness, no network,
 * and not on how the log is cut into batches. Its tables live in the Postgres schema of its name.
 */
export interface Projection {
  name: string;
  /** The DDL of its tables, a file or a folder of files, names unqualified. When it changes, the tables are rebuilt. */
  tables: URL;
  /** Written by the append itself rather than by a runner; only rebuilds use `apply`. */
  inline?: true;
  /** Applies one event; it may write at once or keep writes, by `trx`, for `flush`. */
  apply(trx: Trx, event: Recorded<StoryrailEvent>, change: StateChange): Promise<void>;
  /** Writes what `apply` kept; called once, at the end of each transaction. */
  flush?(trx: Trx): Promise<void>;
  /**
   * How a rebuild fills the tables: with all rows before there is an index. Gives the same rows as `apply` and `flush`.
   */
  bulk?(): BulkLoader;
  /** After COMMIT of a transaction of the live tables: notifies whoever serves from them. */
  committed?(kernel: Pick<Kernel, 'notifier'>, trx: Trx): void;
  /** After a rebuild replaced the live tables. */
  switched?(kernel: Pick<Kernel, 'notifier'>): void;
  /** Its rows depend on the order of the whole log: dead letters are applied by a rebuild. */
  chained?: true;
  /**
   * Deletes rows of the tables in a schema that are too old to be shown at `now`: each hour, and in a rebuild before old and
   * new rows are compared.
   */
  prune?(on: Pick<pg.Pool, 'query'>, schema: string, now: EpochMs): Promise<void>;
  /** Done at most once an hour by the process that runs the projection. */
  hourly?(kernel: Pick<Kernel, 'db' | 'files' | 'log' | 'now' | 'secrets'>): Promise<void>;
}

/** A value that a projection keeps for the length of a transaction, created on first use. */
export const perTransaction = <T>(create: () => T): ((trx: Trx) => T) => {
  const values = new WeakMap<object, T>();
  return (trx) => {
    const existing = values.get(trx);
    if (existing !== undefined) return existing;
    const created = create();
    values.set(trx, created);
    return created;
  };
};
