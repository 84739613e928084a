/**
 * The advisory locks of Postgres that have a number of their own, so that no two are alike. Locks on one of many things
 * (a stream, a part, a read model) are taken on the hash of its name.
 */
export const advisoryLocks = {
  /** Alone while tables are brought to this release. */
  migration: 7_300_001,
  /** Shared by every command, alone while the catalog's rebuild switches its tables. */
  catalog: 7_300_002,
  /** Alone while the tables of read models are made, and while others are let read them. */
  tables: 7_300_003,
  /** Shared while figures are written, alone while a rebuild switches their tables. */
  figures: 7_300_006,
  /** Alone while partitions of the inbox are made. */
  inbox: 7_300_007,
  /** Shared (session level) by whoever reads archive and logs as a whole, such as a rebuild: nothing that they hold goes away meanwhile. */
  archive: 7_300_009,
  /** Alone while the template database of the tests is made. */
  template: 7_300_010,
} as const;
