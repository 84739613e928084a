import type { ResponseType } from './interactive-stats.ts';

/** Figures of groups, stories, apps and instances, by the names that the statistics give them. */
export const whyMetrics = [
  'reach',
  'dau',
  'impression',
  'click',
  'open',
  'skipped',
  'share',
  'complete',
  'nexts',
  'prevs',
  'closed',
  'average_watch_length',
  'ivod_views',
  'covers',
] as const;
export type WhyMetric = (typeof whyMetrics)[number];

/** Figures of the answers to components, of one type of their events each; the average is of ratings alone. */
export const whyAnswerFigures = ['response_count', 'responders', 'average_rating'] as const;
export type WhyAnswerFigure = (typeof whyAnswerFigures)[number];

/** The events that figures of answers are of: the types of responses, named here too, as pages that ask load no schemas for it. */
export const whyTypes = [
  'component_impression',
  'reaction_clicked',
  'poll_selected',
  'quiz_answered',
  'rating_submitted',
  'countdown_reminder_set',
  'countdown_reminder_removed',
  'product_tag_clicked',
] as const satisfies readonly (ResponseType | 'component_impression')[];
export type WhyType = (typeof whyTypes)[number];

/** Figures whose batches can be asked for. */
export const whyFigures = [...whyMetrics, ...whyAnswerFigures] as const;
export type WhyFigure = (typeof whyFigures)[number];

/** Whether a figure is of the answers to components. */
export const isAnswerFigure = (figure: string): figure is WhyAnswerFigure =>
  (whyAnswerFigures as readonly string[]).includes(figure);

/** What a figure is of. */
export const whyScopes = ['app', 'instance', 'group', 'story'] as const;
export type WhyScope = (typeof whyScopes)[number];

/** Longest range whose batches can be asked for, in days. */
export const whyDays = 31;
