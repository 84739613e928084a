/** Figures whose batches can be asked for, by the names that the statistics give them. */
export const whyFigures = [
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
] as const;
export type WhyFigure = (typeof whyFigures)[number];

/** What a figure is of. */
export const whyScopes = ['app', 'instance', 'group', 'story'] as const;
export type WhyScope = (typeof whyScopes)[number];

/** Longest range whose batches can be asked for, in days. */
export const whyDays = 31;
