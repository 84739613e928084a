import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import type { Trx } from '#kernel/db/pool.ts';
import type { CopiedRow } from '#kernel/event-store/copy.ts';
import type { Kernel } from '#kernel/kernel.ts';

/** The folded state of an event's stream just before and just after it; null for streams that fold to nothing. */
export interface Fold {
  before(): unknown;
  after(): unknown;
}

/** Lines for a table of a projection, in COPY's text format. */
export interface CopyLines {
  table: string;
  columns: readonly string[];
  lines: string[];
}

/** Takes a long stretch of the log, from its start, into tables that nobody else knows, without reading them. */
export interface Bulk {
  /** Takes one event in; `row` is how the log holds it. */
  add(event: Recorded<StoryrailEvent>, fold: Fold, row: CopiedRow): void;
  /** What was taken in since it was asked last. */
  drain(): CopyLines[];
  /** What is written once, after everything else. */
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
  /** Takes one event in; it may write at once or keep what is to be written, by `trx`, for `flush`. */
  apply(trx: Trx, event: Recorded<StoryrailEvent>, fold: Fold): Promise<void>;
  /** Writes what `apply` kept; called once, at the end of each transaction. */
  flush?(trx: Trx): Promise<void>;
  /**
   * How a rebuild fills the tables: with all rows before there is an index. Gives the same rows as `apply` and `flush`.
   */
  bulk?(): Bulk;
  /** After COMMIT of a transaction of the live tables: tells whoever serves from them. */
  committed?(kernel: Kernel, trx: Trx): void;
  /** After a rebuild took the place of the live tables. */
  switched?(kernel: Kernel): void;
  /** Its rows follow from the order of the whole log: what was set aside is applied again by building all anew. */
  chained?: true;
  /** Done at most once an hour by the process that runs the projection. */
  hourly?(kernel: Kernel): Promise<void>;
}

/** Something that a projection keeps for the length of a transaction, made on first use. */
export const perTransaction = <T>(make: () => T): ((trx: Trx) => T) => {
  const kept = new WeakMap<object, T>();
  return (trx) => {
    const held = kept.get(trx);
    if (held !== undefined) return held;
    const made = make();
    kept.set(trx, made);
    return made;
  };
};
