import type { ComponentKind } from './kinds.ts';
import { listOf } from './kinds.ts';
import type { Studio } from './shape.ts';
import { type SentStudio, studio } from './studio.ts';

/** The least that makes a component of each kind publishable, for examples and tests. */
const least = {
  cta: { button_text: 'Shop coats', outlink: 'https://shop.example/coats' },
  image: { media: `/media/${'a'.repeat(64)}.png`, alt: 'A coat' },
  text: { text: 'Which coat for November?' },
  reaction: { emojis: ['❄️', '🔥', '🏆'] },
  quiz: {
    question: 'Where do moths lead?',
    options: [{ text: 'Breeze Meadow' }, { text: 'Moonlit Path' }, { text: 'Cinder Stairs' }],
    correct: 'B',
  },
  poll: { question: 'Which coat?', options: [{ text: 'Camel wool' }, { text: 'Navy parka' }] },
  rating: { question: 'How does it sit?' },
  countdown: { title: 'Season ends in', ts_end: 2_000_000_000, reminder: true },
  product_tag: { product_id: 'sku-1', name: 'Storm Shell', price: '€249', outlink: 'https://shop.example/storm' },
} as const satisfies Record<ComponentKind, object>;

/** Where a component of an example stands. */
const exampleBox = { position: { x: 20, y: 300 }, size: { width: 320, height: 200 } };

/** A component as it is sent: the least of its kind under an id, with more. */
export const exampleComponent = (kind: ComponentKind, id: string, more: object = {}): Record<string, unknown> => ({
  id,
  ...exampleBox,
  ...least[kind],
  ...more,
});

/** A component of an example: its kind, its id, and what it has more: `['poll', 'poll-0001', { question: '…' }]`. */
export type ExamplePart = readonly [ComponentKind, string, object?];

/** A design as it is sent, of such components. */
export function sentDesign(...components: readonly ExamplePart[]): SentStudio {
  const design: Record<string, unknown> = { version: 1 };
  for (const [kind, id, more] of components) {
    const list = listOf[kind];
    design[list] = [...((design[list] ?? []) as unknown[]), exampleComponent(kind, id, more)];
  }
  return design as SentStudio;
}

/** A design as it is kept. */
export const exampleDesign = (...components: readonly ExamplePart[]): Studio => studio.parse(sentDesign(...components));
