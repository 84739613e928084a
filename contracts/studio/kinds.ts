/** The canvas that every design is placed on, in units of its own: 9 to 16, scaled to the screen. */
export const canvas = { width: 360, height: 640 } as const;

/** The lists of a design, in the order in which components of the same `z_index` are drawn: the first lies lowest. */
export const componentLists = [
  'ctaData',
  'imageData',
  'textData',
  'reactionData',
  'quizData',
  'pollData',
  'ratingData',
  'countdownData',
  'productTagData',
] as const;
export type ComponentList = (typeof componentLists)[number];

/** The nine kinds of components. */
export const componentKinds = [
  'cta',
  'image',
  'text',
  'reaction',
  'quiz',
  'poll',
  'rating',
  'countdown',
  'product_tag',
] as const;
export type ComponentKind = (typeof componentKinds)[number];

/** The list in which components of a kind stand. */
export const listOf = {
  cta: 'ctaData',
  image: 'imageData',
  text: 'textData',
  reaction: 'reactionData',
  quiz: 'quizData',
  poll: 'pollData',
  rating: 'ratingData',
  countdown: 'countdownData',
  product_tag: 'productTagData',
} as const satisfies Record<ComponentKind, ComponentList>;

/** Kinds that a viewer answers, once each. */
export const answerableKinds = ['reaction', 'quiz', 'poll', 'rating'] as const satisfies readonly ComponentKind[];
export type AnswerableKind = (typeof answerableKinds)[number];

export const isAnswerable = (kind: ComponentKind): kind is AnswerableKind =>
  (answerableKinds as readonly ComponentKind[]).includes(kind);

/** How long an image is shown, in ms, where its design says nothing else. */
export const usualImageMs = 7000;

/** The version of a design's shape that is written; stored ones of earlier versions are brought up to it when they are read. */
export const studioVersion = 1;
