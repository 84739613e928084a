import { z } from 'zod';
import { id } from '../api/ids.ts';
import type { EventsOf } from '../event.ts';

export const noteEvents = {
  NoteAdded: z.object({ account_id: id, app_id: id, user_id: id, words: z.string() }),
  NoteChanged: z.object({ words: z.string() }),
  NoteDeleted: z.object({}),
};
export type NoteEvent = EventsOf<typeof noteEvents>;
