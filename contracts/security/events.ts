import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import type { EventsOf } from '../event.ts';

/** Facts about signing in. They decide nothing and stand in monthly streams of their own. */
export const securityEvents = {
  UserSignedIn: z.object({ user_id: id, session_id: id }),
  /** `count` failures of the minute that ends with this event. */
  SignInFailed: z.object({ user_id: id, count: z.int().min(1) }),
  UserSignedOut: z.object({ user_id: id, session_id: id }),
  SessionEnded: z.object({
    user_id: id,
    session_id: id,
    reason: z.enum([
      'token_reused',
      'password_changed',
      'email_changed',
      'ended_by_user',
      'signed_out_everywhere',
      'factors_reset',
      'joined_team',
      'ended_by_staff',
      'disabled',
      'removed',
    ]),
  }),
  PasswordResetRequested: z.object({ user_id: id }),
  /** A member of staff signed in as somebody, at most until `ts_end`. */
  LoginAsStarted: z.object({ user_id: id, session_id: id, email_ref: z.uuid().nullable(), ts_end: unixSeconds }),
  LoginAsEnded: z.object({ user_id: id, session_id: id, email_ref: z.uuid().nullable() }),
};
export type SecurityEvent = EventsOf<typeof securityEvents>;
