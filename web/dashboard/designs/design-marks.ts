import { ListChecks, type LucideIcon, ShoppingBag, Smile, Star, Timer, Vote } from 'lucide-react';
import { type ComponentKind, listOf } from '#contracts/studio/kinds.ts';
import type { Studio } from '#contracts/studio/shape.ts';

/** What of a design is marked, in this order. */
const marks: [ComponentKind, LucideIcon][] = [
  ['poll', Vote],
  ['quiz', ListChecks],
  ['rating', Star],
  ['reaction', Smile],
  ['countdown', Timer],
  ['product_tag', ShoppingBag],
];

/** The kinds of a design that are marked, with their icons; hidden components are not. */
export const designMarks = (studio: Studio | null): readonly [ComponentKind, LucideIcon][] =>
  marks.filter(([kind]) => studio?.[listOf[kind]].some(({ hidden }) => !hidden));
