import type { z } from 'zod';
import type { permissions } from '../api/role-schemas.ts';
import { isMobile } from '../api/roles.ts';
import type { HeldChoice, NotificationChoice } from '../notification/settings.ts';
import type { UserEvent } from './events.ts';
import { evolveFactors, factorsOf, type UserFactors } from './factor-events.ts';
import type { SocialProvider } from './social-providers.ts';

type SocialLeft = { readonly [provider in SocialProvider]?: string | null };

export interface UserState {
  id: string;
  /**
   * `invited` until the invitation is accepted or cancelled; `ended` once the sign-up gave way, the invitation led to a user
   * that existed already, or the member was removed.
   */
  phase: 'none' | 'invited' | 'member' | 'cancelled' | 'ended';
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
  /** What they sign in with beside the password; absent before the first. */
  factors?: UserFactors;
  /** Whom they sign in with instead of a password; absent before the first. */
  social?: readonly SocialProvider[];
  /** Whom they disconnected themselves, each with the address that was theirs then: an equal email connects it no more. */
  social_left?: SocialLeft;
  /** Whether the onboarding is behind the person; absent until then. */
  onboarded?: true;
  /** Of what they are told; absent until they chose. */
  notifications?: HeldChoice;
  /** Staff let nobody sign in as them; absent otherwise. */
  disabled?: true;
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
const heldChoice = ({ notifications }: UserState, choice: Required<NotificationChoice>): HeldChoice => {
  const last_digest = choice.digest === 'none' ? notifications?.last_digest : choice.digest;
  return last_digest === undefined ? choice : { ...choice, last_digest };
};

// Absent again once nothing is left of it.
const leaving = ({ social_left: _, ...state }: UserState, left: SocialLeft): UserState =>
  Object.keys(left).length === 0 ? state : { ...state, social_left: left };
const leftBut = ({ social_left = {} }: UserState, stays: (provider: string, email_ref: string | null) => boolean) =>
  Object.fromEntries(Object.entries(social_left).filter(([provider, email_ref]) => stays(provider, email_ref)));

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
    case 'UserSocialLinked':
      return {
        ...leaving(
          state,
          leftBut(state, (one) => one !== event.data.provider),
        ),
        social: [...(state.social ?? []), event.data.provider],
      };
    case 'UserSocialUnlinked': {
      const { provider, own } = event.data;
      const social = (state.social ?? []).filter((one) => one !== provider);
      if (!own) return { ...state, social };
      return { ...state, social, social_left: { ...state.social_left, [provider]: state.email_ref } };
    }
    case 'UserEmailChangeUndone': {
      const { to_ref } = event.data;
      const former_email_refs = state.former_email_refs.slice(0, state.former_email_refs.indexOf(to_ref));
      const own = [...former_email_refs, to_ref];
      return {
        // Whoever had taken the address over may have disconnected what the person signs in with.
        ...leaving(
          state,
          leftBut(state, (_provider, email_ref) => email_ref !== null && own.includes(email_ref)),
        ),
        email_ref: to_ref,
        pending_email_ref: null,
        pending_session_id: null,
        former_email_refs,
        verified: true,
      };
    }
    case 'UserPasswordChanged':
    case 'UserEmailChangeCancelled':
      // Whoever asked for another address before may be whom this is to keep out.
      return { ...state, pending_email_ref: null, pending_session_id: null };
    case 'UserOnboarded':
      return { ...state, onboarded: true };
    case 'UserNotificationsChanged':
      return { ...state, notifications: heldChoice(state, event.data) };
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
      return { ...state, permissions: event.data.permissions, is_mobile: isMobile(event.data.permissions) };
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
    case 'UserTotpEnabled':
    case 'UserTotpRemoved':
    case 'UserPasskeyAdded':
    case 'UserPasskeyRemoved':
    case 'UserPhoneChanged':
    case 'UserFactorsReset':
      return { ...state, factors: evolveFactors(factorsOf(state), event) };
    case 'UserDisabled':
      return { ...state, disabled: true };
    case 'UserEnabled': {
      const { disabled: _, ...enabled } = state;
      return enabled;
    }
    case 'RegistrationExpired':
    case 'InvitationTakenUp':
      return { ...state, phase: 'ended' };
    case 'UserRemoved':
    case 'UserLeft': {
      const { factors: _, social: __, social_left: ___, ...left } = state;
      return {
        ...left,
        phase: 'ended',
        pending_email_ref: null,
        pending_session_id: null,
        permissions: {},
        is_mobile: false,
      };
    }
    case 'UserLeftAccount':
      return { ...state, permissions: {}, is_mobile: false };
    case 'UserJoinedTeam': {
      const { account_id, permissions, is_mobile } = event.data;
      return { ...state, account_id, permissions, is_mobile };
    }
    default:
      return state;
  }
};

/** What ends an open change of a user's address: nothing where there is none. */
export const cancelledEmailChange = ({ pending_email_ref }: UserState): UserEvent[] =>
  pending_email_ref === null ? [] : [{ type: 'UserEmailChangeCancelled', data: {} }];
