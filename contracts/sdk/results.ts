import { z } from 'zod';
import { success } from '../api/envelope.ts';
import { id } from '../api/ids.ts';

/** The query of GET /sdk/v1/{token}/results. */
export const resultsQuery = z.strictObject({ story_id: id });

/** How a component was answered: each answer that it takes, by letter, emoji or stars, with how often; `total` is their sum. */
const componentResults = z.object({ total: z.int(), values: z.record(z.string(), z.int()) });

/** The results of a story: of the components of its design that show them, by their ids. */
export const storyResults = z.object({ story_id: id, components: z.record(z.string(), componentResults) });
export type StoryResults = z.infer<typeof storyResults>;

/** The answer of GET /sdk/v1/{token}/results. */
export const resultsAnswer = success(storyResults);
