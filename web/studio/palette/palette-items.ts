import {
  ChartBarBig,
  ChevronsUp,
  Image,
  ListChecks,
  type LucideIcon,
  ShoppingBag,
  Smile,
  SquareMousePointer,
  Star,
  Timer,
  Type,
} from 'lucide-react';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import type { ComponentKind } from '#contracts/studio/kinds.ts';

/** What the palette offers: the kinds of components, of which a button and a swipe are one. */
export type PaletteItem = Exclude<ComponentKind, 'cta'> | 'button' | 'swipe';

/** What only shows or leads on, in the order of the palette. */
export const contentItems = ['text', 'image', 'button', 'swipe'] as const satisfies readonly PaletteItem[];

/** What viewers do something with, in the order of the palette. */
export const interactiveItems = [
  'reaction',
  'poll',
  'quiz',
  'rating',
  'countdown',
  'product_tag',
] as const satisfies readonly PaletteItem[];

/** The type of a drag from the palette onto the canvas; its data is a PaletteItem. */
export const paletteDrag = 'application/x-storyrail-kind';

/** The sign of each item, wherever it is named. */
export const itemIcons: Readonly<Record<PaletteItem, LucideIcon>> = {
  text: Type,
  image: Image,
  button: SquareMousePointer,
  swipe: ChevronsUp,
  reaction: Smile,
  poll: ChartBarBig,
  quiz: ListChecks,
  rating: Star,
  countdown: Timer,
  product_tag: ShoppingBag,
};

/** The kind of an item's components. */
export const kindOfItem = (item: PaletteItem): ComponentKind => (item === 'button' || item === 'swipe' ? 'cta' : item);

/** The item that a component was made by. */
export const itemOf = (one: FlatComponent): PaletteItem => (one.kind === 'cta' ? one.component.type : one.kind);

/** The item that a text names, as the data of a drag does; null where it is none. */
export const itemNamed = (name: string): PaletteItem | null =>
  [...contentItems, ...interactiveItems].find((item) => item === name) ?? null;
