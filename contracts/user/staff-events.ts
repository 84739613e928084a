import { z } from 'zod';

/** What staff do to somebody's access, each with the reason that they gave. */
const reasoned = z.object({ reason_ref: z.uuid() });
export const staffUserEvents = {
  /** Staff signed the person out everywhere. */
  UserSessionsEnded: reasoned,
  /** Nobody signs in as the person until staff enable them again. */
  UserDisabled: reasoned,
  UserEnabled: reasoned,
};
