import { applyToCatalog } from './apply.ts';

/** The catalog as a rebuildable read model; live it is written inside the append's transaction. */
export const catalogProjection = {
  name: 'catalog',
  tables: new URL('./tables/', import.meta.url),
  inline: true,
  applyInline: applyToCatalog,
} as const;
