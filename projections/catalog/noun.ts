import type { JSONColumnType } from 'kysely';
import type { EventsOf, Recorded } from '#contracts/event.ts';
import type { NounName, nouns, StateOf } from '#contracts/nouns.ts';
import type { Trx } from '#kernel/db/transaction.ts';

/** A column of JSON, read as `T` and written as text. */
export type Json<T extends object> = JSONColumnType<T, string, string>;

/** Events of a noun that one append wrote. */
export type AppendedEvents<Name extends NounName> = readonly Recorded<EventsOf<(typeof nouns)[Name]['events']>>[];

/** Brings the catalog to what one append made of a stream of its noun, in the append's transaction; `after` is the state then. */
export type CatalogWriter<Name extends NounName> = (
  trx: Trx,
  events: AppendedEvents<Name>,
  after: StateOf<Name>,
) => Promise<void>;
