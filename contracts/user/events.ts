import { z } from 'zod';
import { id } from '../api/ids.ts';
import { permissions } from '../api/role-schemas.ts';
import type { EventsOf } from '../event.ts';
import { notificationChoice } from '../notification/settings.ts';
import { factorEvents } from './factor-events.ts';
import { socialProviders } from './social-providers.ts';
import { staffUserEvents } from './staff-events.ts';

const ref = z.uuid();
const personalChange = z.object({
  field: z.string(),
  from_ref: ref.nullable(),
  to_ref: ref.nullable(),
});
export const userEvents = {
  UserRegistered: z.object({
    account_id: id,
    email_ref: ref,
    firstname_ref: ref,
    lastname_ref: ref,
    gdpr: z.literal(true),
    permissions,
  }),
  UserEmailVerified: z.object({}),
  UserNameChanged: z.object({ changes: z.array(personalChange) }),
  /** `session_id` is that of the browser in which it was asked for. */
  UserEmailChangeRequested: z.object({ to_ref: ref, session_id: id.optional() }),
  UserEmailChanged: z.object({ from_ref: ref, to_ref: ref }),
  /** Whoever asked for it may have been somebody else: the link that would confirm it ended. */
  UserEmailChangeCancelled: z.object({}),
  /** The holder of a former address took it back, and with it every change since. */
  UserEmailChangeUndone: z.object({ from_ref: ref, to_ref: ref }),
  UserPasswordChanged: z.object({}),
  /** An owner finished or closed the onboarding of the first sign-in. */
  UserOnboarded: z.object({}),
  /** Of what the person is told and how, from now on. */
  UserNotificationsChanged: notificationChoice.required(),
  InvitationSent: z.object({
    account_id: id,
    email_ref: ref,
    permissions,
    is_mobile: z.boolean(),
  }),
  InvitationCancelled: z.object({}),
  /** The mail was sent once more: the earlier link has ended. */
  InvitationResent: z.object({}),
  InvitationAccepted: z.object({
    firstname_ref: ref,
    lastname_ref: ref,
    gdpr: z.literal(true),
  }),
  /** Deleted by an account owner: nobody signs in as them any more. */
  UserRemoved: z.object({}),
  /** Left the team for good, with the same end. */
  UserLeft: z.object({}),
  UserPermissionsChanged: z.object({ permissions }),
  /** A member of staff who was nobody's user before. */
  StaffRegistered: z.object({ account_id: id, email_ref: ref }),
  StaffAppointed: z.object({}),
  StaffDismissed: z.object({}),
  /** Staff set by hand whether the e-mail counts as verified. */
  UserVerificationChanged: z.object({ verified: z.boolean() }),
  ...factorEvents,
  ...staffUserEvents,
  /** From now on the person also signs in with an account elsewhere; which one is kept as a hash. */
  UserSocialLinked: z.object({ provider: z.enum(socialProviders) }),
  /** With `own` by the person: only they connect it again. Without, whoever signs in with it under the same email does. */
  UserSocialUnlinked: z.object({ provider: z.enum(socialProviders), own: z.literal(true).optional() }),
  /** A sign-up that was never verified gave its address to whoever asked for it next. */
  RegistrationExpired: z.object({}),
  /** Somebody who had a user already, `user_id`, came by an invitation. */
  InvitationTakenUp: z.object({ user_id: id }),
  /** The last thing that the account they leave hears of them. */
  UserLeftAccount: z.object({}),
  /** The first thing that the account they join hears of them. */
  UserJoinedTeam: z.object({ account_id: id, invitation_id: id, permissions, is_mobile: z.boolean() }),
};
export type UserEvent = EventsOf<typeof userEvents>;
