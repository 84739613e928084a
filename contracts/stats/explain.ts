import { z } from 'zod';
import { id, queryInt, querySeconds, unixSeconds } from '../api/ids.ts';

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

/** GET /analytics/why: the figure and the most exact of the four ids; seconds are widened to whole UTC days. */
export const whyQuery = z.strictObject({
  figure: z.enum(whyFigures),
  app_id: id.optional(),
  instance_id: id.optional(),
  story_group_id: id.optional(),
  story_id: id.optional(),
  ts_start: querySeconds.optional(),
  ts_end: querySeconds.optional(),
  limit: queryInt(1, 1000).optional(),
  offset: queryInt(0, 10_000_000).optional(),
});
export type WhyQuery = z.output<typeof whyQuery>;

const whyBatch = z.object({
  batch_id: z.string(),
  instance_id: z.string(),
  /** When it was accepted. */
  ts: unixSeconds,
  platform: z.string(),
  sdk_version: z.string(),
  app_version: z.string().nullable(),
  consent: z.boolean(),
  /** Where it is kept: in the archive, or in the log that the archive is made of. */
  kept: z.enum(['archive', 'log']),
  /** What it adds: events, viewers who were in no batch before it, or ms watched. */
  adds: z.int(),
  /** Of the watched time: how often a story was left. */
  leaves: z.int().optional(),
  /** The groups that it is about, with the version of the content that stood then (see history and as_of). */
  contents: z.array(z.object({ story_group_id: id, version: z.int() })),
});
export type WhyBatch = z.infer<typeof whyBatch>;

/** From a figure to its rule, its days and the batches behind it. */
export const whyAnswer = z.object({
  figure: z.enum(whyFigures),
  scope: z.enum(whyScopes),
  subject_id: id,
  ts_start: unixSeconds,
  ts_end: unixSeconds,
  rule: z.string(),
  /** As the statistics say it. */
  value: z.number(),
  /** The same, made of the batches: equal as long as they are all kept. */
  recounted: z.number(),
  /** Of reach and daily active viewers: how many viewers the batches hold exactly, where `value` may be an estimate. */
  viewers: z.int().optional(),
  days: z.array(z.object({ date: z.string(), value: z.number() })),
  /** Batches that add something, and batches that were left out because they came again. */
  total: z.int(),
  repeated: z.int(),
  batches: z.array(whyBatch),
});
export type WhyAnswer = z.infer<typeof whyAnswer>;

const once = 'A batch that comes again within eight days counts once.';
const events = (words: string): string => `The number of ${words}. ${once}`;

/** The rule of a figure, in words. */
export const whyRule = (figure: WhyFigure, scope: WhyScope): string => {
  const story = scope === 'story';
  switch (figure) {
    case 'reach':
      return `How many different viewers had an impression in the range, not a sum of days; viewers without consent are not told apart and not in it. Exact up to 300, above that an estimate with a standard error of at most 2 %. ${once}`;
    case 'dau':
      return `How many different viewers had any event on a UTC day, as a mean over the days of the range; viewers without consent are not in it. ${once}`;
    case 'impression':
      return events(
        'story_impression events: a story was at least half visible in the foreground, for 1 second of a picture or 2 seconds of a video',
      );
    case 'click':
      return events('story_clicked events: the button, the swipe-up or the link of a story was used');
    case 'open':
      return events('group_opened events: a story group was opened');
    case 'skipped':
      return events('story_skipped events: a story was skipped');
    case 'share':
      return events('story_shared events: a story was shared');
    case 'complete':
      return story
        ? events('story_completed events: the story ran to its end')
        : events('group_completed events: a story group was seen to its last story');
    case 'nexts':
      return events(story ? 'story_next events: a tap forward' : 'group_next events: the move to the next group');
    case 'prevs':
      return events(
        story ? 'story_previous events: a tap back' : 'group_previous events: the move to the group before',
      );
    case 'closed':
      return events(`group_closed events${story ? ' that name the story' : ''}: the viewer closed the stories`);
    case 'average_watch_length':
      return `The time watched of all story_left events by their number, in seconds: time in the foreground, at most the length of the video, or 20 s of a picture. ${once}`;
    case 'ivod_views':
      return events('ivod_viewed events: 30 seconds of an interactive video were watched');
  }
};
