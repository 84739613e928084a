import type { NounName } from '#contracts/nouns.ts';
import { streamNoun } from '#contracts/stream-name.ts';
import type { InlineProjection } from '#kernel/commands/facts.ts';
import type { CatalogWriter } from './noun.ts';

/** What writes the current state of each noun; null for one that has none. */
export type CatalogWriters = { readonly [Name in NounName]: { readonly catalog: CatalogWriter<Name> | null } };

/** Brings the catalog to what one append made of its stream, by the writer of its noun; part of the append's transaction. */
export const applyToCatalog = (writers: CatalogWriters): InlineProjection => {
  const byNoun = writers as unknown as Record<string, { catalog: CatalogWriter<never> | null } | undefined>;
  return async (trx, events, after) => {
    const first = events[0];
    if (first) await byNoun[streamNoun(first.meta.stream)]?.catalog?.(trx, events as never, after as never);
  };
};
