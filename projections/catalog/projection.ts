import type { InlineProjections } from '#kernel/commands/facts.ts';
import type { Projection } from '../projection.ts';
import { inlineProjection } from '../runner/rebuild.ts';

/** The catalog as a rebuildable read model; live it is written inside the append's transaction, by `inline`. */
export const catalogProjection = ({ inline }: { inline: InlineProjections }): Projection =>
  inlineProjection({ name: 'catalog', tables: new URL('./tables/', import.meta.url), applyInline: inline });
