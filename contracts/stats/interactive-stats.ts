import { z } from 'zod';
import { id, queryFlag } from '../api/ids.ts';
import { sdkAnswerTypes } from '../sdk/protocol.ts';
import { componentKinds } from '../studio/kinds.ts';
import { statsQuery } from './stats.ts';

/** Events that are counted as responses to components. */
export const responseTypes = [...sdkAnswerTypes, 'product_tag_clicked'] as const;
export type ResponseType = (typeof responseTypes)[number];

/** The most components of one answer whose days are told. */
export const mostComponentsByDay = 300;

/** The query of interactive_stats; `days` asks for the days of single components. */
export const interactiveQuery = statsQuery.extend({ days: queryFlag.optional() });

const count = z.int();
const responders = count
  .nullable()
  .describe(
    'Number of distinct viewers with consent: exact up to 20,000 answers, beyond that an estimate, usually within 2%. Null for product tags.',
  );

const responses = z.object({ response_count: count, responders });
export type Responses = z.infer<typeof responses>;

/** Responses by the type of their event, and how often components were seen. */
const interactiveStats = z.object({
  component_impression: z.object({ response_count: count }),
  ...(Object.fromEntries(responseTypes.map((type) => [type, responses])) as Record<ResponseType, typeof responses>),
});
export type InteractiveStats = z.infer<typeof interactiveStats>;

const componentResponses = z.object({
  type: z.enum(responseTypes),
  response_count: count,
  responders,
  average: z.number().nullable().describe('Average rating, to two decimals. Null for anything but ratings.'),
  values: z
    .array(z.object({ value: z.string(), count, share: z.number() }))
    .describe('At most 50 answers, most frequent first. `share` is a fraction of response_count.'),
  others: count.describe("Responses with a value that isn't listed."),
  daily: z
    .array(count)
    .nullable()
    .describe(
      `Responses on each UTC day of the range, in order. Null unless you send days, and beyond the ${mostComponentsByDay} most used components.`,
    ),
});
export type ComponentResponses = z.infer<typeof componentResponses>;

const component = z.object({
  component_id: z.string(),
  story_id: id,
  impressions: count,
  responses: z.array(componentResponses),
});
export type ComponentStats = z.infer<typeof component>;

/** What a component is, as it was last published; it may be removed since. */
export const publishedSummary = z.object({
  kind: z.enum(componentKinds),
  title: z.string().describe('Its name or its words. Empty if it has none.'),
  answers: z.array(z.string()).describe('The answers it takes, in order. Empty unless it takes answers.'),
  words: z.array(z.string()).describe('The words of its options, in the order of answers. Empty without options.'),
  correct: z.string().nullable().describe('The right answer of a quiz.'),
});
export type PublishedSummary = z.infer<typeof publishedSummary>;

const namedComponent = component.extend({
  published: publishedSummary.nullable().describe('Null if a component of this ID was never published.'),
});
export type NamedComponentStats = z.infer<typeof namedComponent>;

const components = z
  .array(namedComponent)
  .nullable()
  .describe('By story, most used first, at most 100 per story. Null unless you send story_group_id.');

/** A row of GET /story_group/n/interactive_stats; answers to stories that were deleted since are in it. */
export const groupInteractiveRow = z.object({
  id,
  title: z.string(),
  icon: z.string(),
  status: z.int(),
  instance_id: id,
  app_id: id,
  stats: interactiveStats,
  components,
});
export type GroupInteractiveRow = z.infer<typeof groupInteractiveRow>;

/** A row of GET /story/interactive_stats. */
export const storyInteractiveRow = z.object({
  id,
  title: z.string(),
  type: z.int(),
  status: z.int(),
  story_group_id: id,
  stats: interactiveStats,
  components,
});
export type StoryInteractiveRow = z.infer<typeof storyInteractiveRow>;

/** Responses of one UTC day by type, and how often components were seen. */
const dailyResponses = z.object({
  date: z.string(),
  component_impression: count,
  ...(Object.fromEntries(responseTypes.map((type) => [type, count])) as Record<ResponseType, typeof count>),
});
export type DailyResponses = z.infer<typeof dailyResponses>;

/**
 * GET /story_group/n/interactive_stats/totals: all groups of a query together, of which a viewer of several counts once.
 * `daily` and `previous_daily` have a point for each UTC day of the range and of the one that it is compared with;
 * `first_day` is the first with any data.
 */
export const interactiveTotals = z.object({
  groups: count,
  first_day: z.string().nullable(),
  stats: interactiveStats,
  daily: z.array(dailyResponses),
  previous_daily: z.array(dailyResponses),
});
export type InteractiveTotals = z.infer<typeof interactiveTotals>;
