import { z } from 'zod';
import { faultWords } from '../words/faults.en.ts';
import { id } from './ids.ts';
import { text } from './text.ts';

/** How many things of each kind a search finds at most. */
export const searchMost = 8;

/** GET /search: part of a name, in any case. */
export const searchQuery = z.strictObject({
  q: text({ min: 1, max: 100, required: faultWords.search }),
});

/** One thing that a search found. */
export const searchHit = z.object({
  type: z.enum(['app', 'instance', 'story_group', 'story']),
  id,
  title: z.string(),
  /** Address of the app's icon, the group's cover or the story's poster. */
  picture: z.string().nullable(),
  /** Of groups and stories. */
  status: z.int().nullable(),
  app_id: id,
  app_title: z.string(),
  instance_id: id.nullable(),
  instance_title: z.string().nullable(),
  story_group_id: id.nullable(),
  story_group_title: z.string().nullable(),
});
export type SearchHit = z.infer<typeof searchHit>;
