import type { DesignIdea } from './design.ts';
import { gameDesigns } from './game-designs.ts';
import { newsDesigns } from './news-designs.ts';
import { shopDesigns } from './shop-designs.ts';

const all = { shop: shopDesigns, news: newsDesigns, game: gameDesigns } as const;

/** The designs of a group of an app, by its title. */
export const designsOf = (app: keyof typeof all, group: string): readonly DesignIdea[] =>
  all[app].filter((one) => one.group === group);
