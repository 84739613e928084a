import { z } from 'zod';
import { id } from '../api/ids.ts';
import { text } from '../api/text.ts';
import { staffWords } from '../words/staff.en.ts';

/** Why staff do something to somebody's access: kept as a personal value, and told in the account's audit. */
export const staffReason = text({ min: 1, max: 300, required: staffWords.reasonMissing });

/** POST /admin/user/reset_factors, /end_sessions, /disable and /enable. */
export const userAccessBody = z.strictObject({ user_id: id, reason: staffReason });
/** What they answer. */
export const userAccessAnswer = z.object({ user_id: id, version: z.int() });
