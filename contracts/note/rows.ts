import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';

/** One line of GET /note. */
export const noteRow = z.object({
  id,
  app_id: id,
  user_id: id,
  words: z.string(),
  ts_created: unixSeconds,
  ts_updated: unixSeconds,
  version: z.int(),
});
export type NoteRow = z.infer<typeof noteRow>;
