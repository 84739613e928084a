/**
 * Keys of advisory locks that are single, listed so that no two are equal. Locks on one of many things (a stream, a
 * part, a read model) take the hash of its name.
 */
export const advisoryLocks = {
  /** Exclusive during migrations. */
  migration: 7_300_001,
  /** Shared by every command, exclusive while the catalog's rebuild switches its tables. */
  catalog: 7_300_002,
  /** Exclusive while the tables of read models are created and granted. */
  tables: 7_300_003,
  /** Shared while figures are written, exclusive while a rebuild switches their tables. */
  figures: 7_300_006,
  /** Exclusive while partitions of the inbox are created. */
  inbox: 7_300_007,
  /**
   * Shared (session level) by readers of the whole archive and log, such as a rebuild: nothing is deleted from them
   * meanwhile.
   */
  archive: 7_300_009,
  /** Exclusive while the template database of the tests is created. */
  template: 7_300_010,
} as const;
