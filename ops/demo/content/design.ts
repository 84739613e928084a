import type { z } from 'zod';
import type { countdownComponent } from '#contracts/studio/components/countdown.ts';
import type { ctaComponent } from '#contracts/studio/components/cta.ts';
import type { imageComponent } from '#contracts/studio/components/image.ts';
import type { pollComponent } from '#contracts/studio/components/poll.ts';
import type { productTagComponent } from '#contracts/studio/components/product-tag.ts';
import type { quizComponent } from '#contracts/studio/components/quiz.ts';
import type { ratingComponent } from '#contracts/studio/components/rating.ts';
import type { reactionComponent } from '#contracts/studio/components/reaction.ts';
import type { textComponent } from '#contracts/studio/components/text.ts';
import type { UnixSeconds } from '#contracts/time.ts';

/** A design as it is sent, its pictures named by their files in `pictures`. */
export interface SketchedDesign {
  version: 1;
  duration_ms?: number;
  ctaData?: readonly z.input<typeof ctaComponent>[];
  imageData?: readonly z.input<typeof imageComponent>[];
  textData?: readonly z.input<typeof textComponent>[];
  reactionData?: readonly z.input<typeof reactionComponent>[];
  quizData?: readonly z.input<typeof quizComponent>[];
  pollData?: readonly z.input<typeof pollComponent>[];
  ratingData?: readonly z.input<typeof ratingComponent>[];
  countdownData?: readonly z.input<typeof countdownComponent>[];
  productTagData?: readonly z.input<typeof productTagComponent>[];
}

/** How viewers answer a component: how many of those who see it do, and its answers, in their order, by weight. */
export interface AnswerHabit {
  share: number;
  weights: readonly number[];
}

/** Where a design leads: `to` and `next` are places in the group, from 0. */
export interface Ways {
  rules: readonly { component_id: string; values: readonly string[]; to: number | 'end' }[];
  next?: number | 'end';
}

/** A design to publish in a story of a group. */
export interface DesignIdea {
  /** The title of the group, and the place of the story in it, from 0. */
  group: string;
  story: number;
  /** The design; `inDays` tells when so many days after the demo's start are. */
  studio: (inDays: (days: number) => UnixSeconds) => SketchedDesign;
  /** What of some components, by their ids, was otherwise when the design was published first. */
  first?: Readonly<Record<string, object>>;
  ways?: Ways;
  /** Of components that are answered, by their ids. */
  answers?: Readonly<Record<string, AnswerHabit>>;
}
