import { streamNoun } from '#contracts/stream-name.ts';
import type { InlineProjection } from '#kernel/commands/facts.ts';
import type { CatalogWriter } from './noun.ts';
import { catalogNouns } from './nouns.ts';

/** Brings the catalog to what one append made of its stream; part of the append's transaction. */
export const applyToCatalog: InlineProjection = async (trx, events, after) => {
  const first = events[0];
  if (!first) return;
  const write = (catalogNouns as Record<string, CatalogWriter<never> | undefined>)[streamNoun(first.meta.stream)];
  await write?.(trx, events as never, after as never);
};
