import { z } from 'zod';
import { id } from '../api/ids.ts';
import { text } from '../api/text.ts';

const words = text({ min: 1, max: 280, required: 'Write something.' });
/** POST /note. */
export const addNote = z.strictObject({ app_id: id, words });
/** PATCH /note. */
export const changeNote = z.strictObject({ note_id: id, words });
/** DELETE /note. */
export const deleteNote = z.strictObject({ note_id: id });
