import { z } from 'zod';
import { profile } from '../account/events.ts';
import { id, unixSeconds } from '../api/ids.ts';
import { role } from '../api/role-schemas.ts';
import { notificationSettings } from '../notification/settings.ts';
import { factorRow, secondStepAsked, totpSecret } from './factor-rows.ts';
import { socialProviders } from './social-providers.ts';

export const confirmed = z.object({ ts_end: unixSeconds });
/**
 * What a sign-in answers with: an access token, its life in seconds, and the token that renews it, which for clients that
 * send `X-Session: cookie` is in a cookie instead.
 */
export const sessionTokens = z.object({
  token: z.string(),
  expires_in: z.int(),
  refresh_token: z.string().optional(),
});
export type SessionTokens = z.infer<typeof sessionTokens>;
/**
 * What POST /login answers: a session, or what the second step can be done with, or the secret of an authenticator app that
 * is being set up in it; nothing once a code was sent.
 */
export const signedIn = z.union([sessionTokens, secondStepAsked, totpSecret, z.null()]);
/**
 * What GET /verification answers: a session, or what the link was for where it signs nobody in: a change of an e-mail,
 * one that is verified by somebody who is asked for a second factor, a sign-in after those were reset.
 */
export const verified = z.union([
  sessionTokens,
  z.object({ purpose: z.enum(['confirm_email_change', 'undo_email_change', 'verify_email', 'confirm_sign_in']) }),
]);
export type Verified = z.infer<typeof verified>;
/** An account elsewhere that signs somebody in. */
const linkedProvider = z.object({ provider: z.enum(socialProviders), ts_created: unixSeconds });
export type LinkedProvider = z.infer<typeof linkedProvider>;
/** GET /user. */
export const userRow = z.object({
  id,
  account_id: id,
  email: z.string(),
  pending_email: z.string().nullable(),
  verified: z.union([z.literal(0), z.literal(1)]),
  company_name: z.string(),
  country: z.string().nullable(),
  employee_size: z.string().nullable(),
  roles: z.array(role),
  permissions: z.array(z.object({ app_id: id, role })),
  firstname: z.string(),
  lastname: z.string(),
  type: z.int(),
  payment_status: z.int(),
  status: z.int(),
  profile,
  settings: z.object({ is_mobile: z.boolean(), ...notificationSettings.shape }),
  /** The newest unread notification; null without one. */
  notification: z.object({ message: z.string().nullable() }),
  ts_registration: unixSeconds,
  ts_verification: unixSeconds.nullable(),
  ts_login: unixSeconds.nullable(),
  ts_updated: unixSeconds,
  version: z.int(),
  /** The last two digits of the verified number; null without one. */
  phone_number: z.string().nullable(),
  /** What this person signs in with beside the password. */
  factors: z.array(factorRow),
  /** Whom this person can sign in with instead of a password. */
  social: z.array(linkedProvider),
  /** Whether the person can sign in with a password: who came by Google or LinkedIn has none until they set one. */
  has_password: z.boolean(),
  /** When the password was last set; null without one. */
  ts_password: unixSeconds.nullable(),
  /** Whether the onboarding of the first sign-in is behind the person. */
  onboarded: z.boolean(),
  /** Whether the admin area answers this session only after a factor that is no text message: for staff alone. */
  staff_factor_needed: z.boolean(),
  /** Who of staff is signed in as this person, and until when. */
  login_as: z.object({ staff_id: id, staff_name: z.string(), ts_end: unixSeconds }).nullable(),
});
export type UserRow = z.infer<typeof userRow>;
const personOfTeam = userRow
  .pick({
    id: true,
    email: true,
    firstname: true,
    lastname: true,
    roles: true,
    permissions: true,
    verified: true,
    status: true,
    ts_registration: true,
    ts_login: true,
  })
  .extend({ settings: userRow.shape.settings.pick({ is_mobile: true }) });
/** Whoever is in a team, as GET /user tells of oneself, too. */
export type PersonOfTeam = z.infer<typeof personOfTeam>;
/** One line of GET /account/users. */
export const teamMemberRow = personOfTeam.extend({
  /** Whether this is an open invitation: nobody has joined by it yet. */
  invited: z.boolean(),
  /** Whether this is a member who is verified and whom staff have not disabled. */
  can_sign_in: z.boolean(),
  /** Until when the link of the invitation's last mail works, or when it ended; null until that mail is on its way. */
  ts_invitation_end: unixSeconds.nullable(),
  version: z.int(),
});
export type TeamMemberRow = z.infer<typeof teamMemberRow>;
