import { z } from 'zod';
import { companyName, profile, timeZone } from './account.ts';
import type { EventsOf } from './event.ts';
import { id, unixSeconds } from './ids.ts';
import { limits } from './limits.ts';
import { permissions, role } from './roles.ts';
import { text } from './text.ts';

// Parts that are never empty, of characters that are seen: without controls, reversals of direction and zero widths.
const emailShape =
  /^[^\s\p{C}@"(),:;<>[\\\].]+(\.[^\s\p{C}@"(),:;<>[\\\].]+)*@([^\s\p{C}@"(),:;<>[\\\].]+\.)+[^\s\p{C}@.]{2,}$/u;
/** An e-mail address as a person types it. */
export const email = text({
  min: 1,
  max: limits.email,
  required: 'Please input your E-mail',
})
  .refine((value) => emailShape.test(value.trim()), 'Please enter a valid email address!')
  .overwrite((value) => value.trim());

export const password = text({
  min: limits.passwordMin,
  max: limits.passwordMax,
  required: 'Password must be at least 6 character long',
});
const personName = text({ max: limits.personName });
const lastname = text({
  min: 1,
  max: limits.personName,
  required: 'Please provide your full name',
});
const gdpr = z.literal(true, 'Accept the terms to go on.');
/** A single-use token out of a mail. */
export const linkToken = z.string().min(1).max(200);

const ref = z.uuid();
const personalChange = z.object({
  field: z.string(),
  from_ref: ref.nullable(),
  to_ref: ref.nullable(),
});

/** Whether somebody belongs to an account (members and invited people) or not any more, by number on the wire. */
export const userStatus = { active: 1, deleted: 2 } as const;

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
  /** The holder of a former address took it back, and with it every change since. */
  UserEmailChangeUndone: z.object({ from_ref: ref, to_ref: ref }),
  UserPasswordChanged: z.object({}),
  InvitationSent: z.object({
    account_id: id,
    email_ref: ref,
    permissions,
    is_mobile: z.boolean(),
  }),
  InvitationCancelled: z.object({}),
  InvitationAccepted: z.object({
    firstname_ref: ref,
    lastname_ref: ref,
    gdpr: z.literal(true),
  }),
  UserPermissionsChanged: z.object({ permissions }),
  /** A member of staff who was nobody's user before. */
  StaffRegistered: z.object({ account_id: id, email_ref: ref }),
  StaffAppointed: z.object({}),
  StaffDismissed: z.object({}),
  /** Staff set by hand whether the e-mail counts as verified. */
  UserVerificationChanged: z.object({ verified: z.boolean() }),
};
export type UserEvent = EventsOf<typeof userEvents>;

export interface UserState {
  id: string;
  /** `invited` until the invitation is accepted or cancelled. */
  phase: 'none' | 'invited' | 'member' | 'cancelled';
  account_id: string;
  email_ref: string | null;
  pending_email_ref: string | null;
  /** The session in which the pending address was asked for. */
  pending_session_id: string | null;
  /** Addresses that were the user's before, the oldest first. */
  former_email_refs: readonly string[];
  firstname_ref: string | null;
  lastname_ref: string | null;
  verified: boolean;
  is_mobile: boolean;
  permissions: z.infer<typeof permissions>;
  staff: boolean;
}

export const initialUser = (id: string): UserState => ({
  id,
  phase: 'none',
  account_id: '',
  email_ref: null,
  pending_email_ref: null,
  pending_session_id: null,
  former_email_refs: [],
  firstname_ref: null,
  lastname_ref: null,
  verified: false,
  is_mobile: false,
  permissions: {},
  staff: false,
});

/** Folds one event into a user; an event it does not know changes nothing. */
export const evolveUser = (state: UserState, event: UserEvent): UserState => {
  switch (event.type) {
    case 'UserRegistered': {
      const { account_id, email_ref, firstname_ref, lastname_ref, permissions } = event.data;
      return {
        ...state,
        phase: 'member',
        account_id,
        email_ref,
        firstname_ref,
        lastname_ref,
        permissions,
      };
    }
    case 'UserEmailVerified':
      return { ...state, verified: true };
    case 'UserNameChanged': {
      const next = { ...state };
      for (const change of event.data.changes) {
        if (change.field === 'firstname') next.firstname_ref = change.to_ref;
        if (change.field === 'lastname') next.lastname_ref = change.to_ref;
      }
      return next;
    }
    case 'UserEmailChangeRequested':
      return {
        ...state,
        pending_email_ref: event.data.to_ref,
        pending_session_id: event.data.session_id ?? null,
      };
    case 'UserEmailChanged':
      return {
        ...state,
        email_ref: event.data.to_ref,
        pending_email_ref: null,
        pending_session_id: null,
        former_email_refs: [...state.former_email_refs, event.data.from_ref],
        verified: true,
      };
    case 'UserEmailChangeUndone': {
      const { to_ref } = event.data;
      return {
        ...state,
        email_ref: to_ref,
        pending_email_ref: null,
        pending_session_id: null,
        former_email_refs: state.former_email_refs.slice(0, state.former_email_refs.indexOf(to_ref)),
        verified: true,
      };
    }
    case 'UserPasswordChanged':
      // Whoever asked for another address before may be whom the new password is to keep out.
      return { ...state, pending_email_ref: null, pending_session_id: null };
    case 'InvitationSent': {
      const { account_id, email_ref, permissions, is_mobile } = event.data;
      return {
        ...state,
        phase: 'invited',
        account_id,
        email_ref,
        permissions,
        is_mobile,
      };
    }
    case 'InvitationCancelled':
      return { ...state, phase: 'cancelled' };
    case 'InvitationAccepted': {
      const { firstname_ref, lastname_ref } = event.data;
      return {
        ...state,
        phase: 'member',
        firstname_ref,
        lastname_ref,
        verified: true,
      };
    }
    case 'UserPermissionsChanged':
      return { ...state, permissions: event.data.permissions };
    case 'StaffRegistered': {
      const { account_id, email_ref } = event.data;
      return { ...state, phase: 'member', account_id, email_ref, staff: true };
    }
    case 'StaffAppointed':
      return { ...state, staff: true };
    case 'StaffDismissed':
      return { ...state, staff: false };
    case 'UserVerificationChanged':
      return { ...state, verified: event.data.verified };
    default:
      return state;
  }
};

/** POST /registration. */
export const registration = z.strictObject({
  email,
  password,
  firstname: personName,
  lastname,
  gdpr,
  name: companyName,
  // An account that is not there yet has no uploads.
  profile: profile.omit({ dynamic_segmentation: true }).optional(),
  package_id: text({ max: 100 }).nullable().optional(),
  referral_token: text({ max: 100 }).nullable().optional(),
  appsumo_token: text({ max: 100 }).nullable().optional(),
  time_zone: timeZone.optional(),
});
export type Registration = z.infer<typeof registration>;

const presentPassword = text({
  min: 1,
  max: limits.passwordMax,
  required: 'Please input your password!',
});
/** POST /login. */
export const login = z.strictObject({ email, password: presentPassword });
/** What shows, in the body of an act that needs it, that it is still the person. */
export const proofs = z.strictObject({
  password: presentPassword.meta({
    description: 'The present password; needed when the last proof is over 10 minutes old.',
  }),
});
/** POST /user/confirm: shows that it is still the person, for acts of the next 10 minutes in this session. */
export const confirmUser = proofs;
export const confirmed = z.object({ ts_end: unixSeconds });
/** POST /refresh and /logout. */
export const refreshRequest = z.strictObject({ refresh_token: linkToken });
/** POST /forgot_password. */
export const forgotPassword = z.strictObject({ email });
/** POST /user/update_password: sets a new password by the token of a reset mail. */
export const updatePassword = z
  .strictObject({ token: linkToken, password, confirm: z.string().max(400) })
  .refine((body) => body.confirm === body.password, {
    path: ['confirm'],
    error: 'The two passwords that you entered do not match!',
  });
/** PATCH /user. A new e-mail needs a proof and stays pending until its link is opened. */
export const userPatch = z.strictObject({
  firstname: personName.optional(),
  lastname: lastname.optional(),
  email: email.optional(),
  ...proofs.partial().shape,
});
export type UserPatch = z.infer<typeof userPatch>;

/** POST /account/invite-user. */
export const inviteUsers = z.strictObject({
  emails: z
    .array(email)
    .min(1, 'You must add at least 1 email address')
    .max(limits.invitesAtOnce, `Invite at most ${limits.invitesAtOnce} people at once.`),
  role,
  is_mobile: z.boolean().optional(),
  apps: z.array(id).max(1000).optional(),
});
export type InviteUsers = z.infer<typeof inviteUsers>;
/** POST /account/cancel-invitation. */
export const cancelInvitation = z.strictObject({ email });
/** PUT /account/update-user-permission. */
export const updateUserPermission = z.strictObject({ email, permissions });
/** POST /register-invited-user; the invitation's token stands in the Authorization header. */
export const registerInvited = z.strictObject({
  password,
  firstname: personName,
  lastname,
  gdpr,
});

/** What a sign-in answers with: an access token, its life in seconds, and the token that renews it. */
export const sessionTokens = z.object({
  token: z.string(),
  expires_in: z.int(),
  refresh_token: z.string(),
});
export type SessionTokens = z.infer<typeof sessionTokens>;
/** What GET /verification answers: a session, or which change of an e-mail was confirmed or undone, which signs nobody in. */
export const verified = z.union([
  sessionTokens,
  z.object({ purpose: z.enum(['confirm_email_change', 'undo_email_change']) }),
]);
export type Verified = z.infer<typeof verified>;

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
  settings: z.object({ is_mobile: z.boolean() }),
  ts_registration: unixSeconds,
  ts_verification: unixSeconds.nullable(),
  ts_login: unixSeconds.nullable(),
  ts_updated: unixSeconds,
  version: z.int(),
  /** Who of staff is signed in as this person, and until when. */
  login_as: z.object({ staff_id: id, staff_name: z.string(), ts_end: unixSeconds }).nullable(),
});
export type UserRow = z.infer<typeof userRow>;

/** One line of GET /account/users. */
export const teamMemberRow = userRow.pick({
  id: true,
  email: true,
  firstname: true,
  lastname: true,
  roles: true,
  permissions: true,
  verified: true,
  status: true,
  settings: true,
  ts_registration: true,
  ts_login: true,
});
export type TeamMemberRow = z.infer<typeof teamMemberRow>;
