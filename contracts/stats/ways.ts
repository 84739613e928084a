import { z } from 'zod';
import { id } from '../api/ids.ts';
import { restReasonNames } from '../studio/resting.ts';
import { publishedSummary } from './interactive-stats.ts';

const count = z.int();
const share = z.number().describe('From 0 to 1, of all who saw or answered the component.');

/** Where a story leads: `to` is a story, or the end of the group. */
const goal = z.object({
  to: z.union([z.literal('end'), id]),
  title: z
    .string()
    .nullable()
    .describe("The title of the story. Null at the end, and for a story that isn't the group's."),
  resting: z
    .object({ reason: z.enum(restReasonNames), message: z.string() })
    .nullable()
    .describe('Why it leads nowhere for the time being. Then people go on as others do.'),
});
export type WayGoal = z.infer<typeof goal>;

const wayRule = goal.extend({
  rule: z.int().describe("Its place among the story's rules."),
  values: z.array(z.string()),
  count,
  share,
});

const wayComponent = z.object({
  component_id: z.string(),
  published: publishedSummary.nullable(),
  rules: z.array(wayRule),
  other: z.object({ count, share }).describe('Answers that have no rule.'),
  no_answer: z.object({ count, share }).describe('How often it was seen, less its answers; never below 0.'),
});
export type WayComponent = z.infer<typeof wayComponent>;

const wayStory = z.object({
  id,
  title: z.string(),
  next: goal.describe('Where people go whom no rule leads.'),
  components: z.array(wayComponent).describe('The components that its rules ask, in the order of the rules.'),
});
export type WayStory = z.infer<typeof wayStory>;

/** GET /analytics/ways: which way people went from each conditional story of a group; first answers count. */
export const groupWays = z.object({ stories: z.array(wayStory) });
export type GroupWays = z.infer<typeof groupWays>;
