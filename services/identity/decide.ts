import type { AccountEvent } from '#contracts/account/events.ts';
import { trialEnd } from '#contracts/account/state.ts';
import { Refusal } from '#contracts/api/errors.ts';
import type { PersonalChange } from '#contracts/event.ts';
import { type NotificationPatch, patchedChoice } from '#contracts/notification/settings.ts';
import { type EpochMs, toSeconds } from '#contracts/time.ts';
import type { Registration } from '#contracts/user/commands.ts';
import type { UserEvent } from '#contracts/user/events.ts';
import { factorsOf } from '#contracts/user/factor-events.ts';
import { providerNames, type SocialProvider } from '#contracts/user/social-providers.ts';
import { cancelledEmailChange, type UserState } from '#contracts/user/state.ts';
import { fill } from '#contracts/words/phrase.ts';
import { socialWords } from '#contracts/words/social.en.ts';

/** What can be asked of a user; personal values come as references. */
export type UserCommand =
  | { type: 'Register'; account_id: string; email_ref: string; firstname_ref: string; lastname_ref: string }
  | { type: 'VerifyEmail'; email_ref: string }
  | { type: 'ChangeName'; changes: PersonalChange[] }
  | { type: 'RequestEmailChange'; to_ref: string; session_id: string }
  | { type: 'CancelEmailChange' }
  | { type: 'ConfirmEmailChange'; to_ref: string }
  | { type: 'UndoEmailChange'; to_ref: string }
  | { type: 'ResetPassword'; email_ref: string }
  | { type: 'ChangePassword' }
  | { type: 'EndOnboarding' }
  | { type: 'ChangeNotifications'; patch: NotificationPatch }
  | { type: 'AcceptInvitation'; email_ref: string; firstname_ref: string; lastname_ref: string }
  | { type: 'TakeUpInvitation'; email_ref: string; user_id: string }
  | { type: 'LinkSocial'; provider: SocialProvider; by: 'email' | 'person' }
  | { type: 'UnlinkSocial'; provider: SocialProvider; has_password: boolean }
  | { type: 'ExpireRegistration' };

/** The account that a registration opens with a referral code of its own: a trial from `now` (unix milliseconds). */
export const openAccount = (
  body: Omit<Registration, 'password' | 'gdpr'>,
  now: EpochMs,
  ownToken: string,
): AccountEvent[] => [
  {
    type: 'AccountCreated',
    data: {
      name: body.name,
      time_zone: body.time_zone ?? 'UTC',
      trial_ends: trialEnd(toSeconds(now)),
      profile: body.profile ?? {},
      package_id: body.package_id ?? null,
      referral_token: body.referral_token || null,
      appsumo_token: body.appsumo_token ?? null,
      own_referral_token: ownToken,
    },
  },
];

// Whoever is no member any more, or not yet, has nothing to change.
const requireMember = ({ phase }: UserState): void => {
  if (phase !== 'member') throw new Refusal('NotFound');
};

// A link is bound to the address it was mailed to: who has moved on does not answer to it any more.
const requireLink = (holds: boolean): void => {
  if (!holds) throw new Refusal('LinkExpired');
};

/**
 * Refuses with SocialLoginFailed whoever comes with an account elsewhere that has the email of a user who disconnected that
 * provider themselves: the email alone does not connect it again.
 */
export const requireUnleft = ({ social_left = {} }: UserState, provider: SocialProvider): void => {
  if (!(provider in social_left)) return;
  throw new Refusal('SocialLoginFailed', fill(socialWords.leftByPerson, { provider: providerNames[provider] }));
};

/** Decides what a command does to a user; refuses with LinkExpired when a link no longer fits the user. */
export const decideUser = (command: UserCommand, user: UserState): UserEvent[] => {
  switch (command.type) {
    case 'Register': {
      const { type: _, ...refs } = command;
      if (user.phase !== 'none') throw new Refusal('UserExists');
      return [{ type: 'UserRegistered', data: { ...refs, gdpr: true, permissions: { account_owner: [] } } }];
    }
    case 'VerifyEmail':
      requireLink(user.phase === 'member' && user.email_ref === command.email_ref);
      return user.verified ? [] : [{ type: 'UserEmailVerified', data: {} }];
    case 'ChangeName':
      requireMember(user);
      return command.changes.length === 0 ? [] : [{ type: 'UserNameChanged', data: { changes: command.changes } }];
    case 'RequestEmailChange':
      requireMember(user);
      return [{ type: 'UserEmailChangeRequested', data: { to_ref: command.to_ref, session_id: command.session_id } }];
    case 'CancelEmailChange':
      return cancelledEmailChange(user);
    case 'ConfirmEmailChange':
      if (user.disabled) throw new Refusal('UserDisabled');
      requireLink(user.phase === 'member' && user.email_ref !== null && user.pending_email_ref === command.to_ref);
      return [{ type: 'UserEmailChanged', data: { from_ref: user.email_ref!, to_ref: command.to_ref } }];
    case 'UndoEmailChange':
      // Only an address that the user had before whoever has it now: what was undone once is no former one any more.
      requireLink(user.phase === 'member' && user.former_email_refs.includes(command.to_ref));
      return [{ type: 'UserEmailChangeUndone', data: { from_ref: user.email_ref!, to_ref: command.to_ref } }];
    case 'ResetPassword':
      requireLink(user.phase === 'member' && user.email_ref === command.email_ref);
      return [
        { type: 'UserPasswordChanged', data: {} },
        ...(user.verified ? [] : [{ type: 'UserEmailVerified' as const, data: {} }]),
      ];
    case 'ChangePassword':
      requireMember(user);
      return [{ type: 'UserPasswordChanged', data: {} }];
    case 'EndOnboarding':
      requireMember(user);
      return user.onboarded ? [] : [{ type: 'UserOnboarded', data: {} }];
    case 'ChangeNotifications': {
      requireMember(user);
      const before = patchedChoice(user.notifications ?? {}, {});
      const after = patchedChoice(before, command.patch);
      if (JSON.stringify(before) === JSON.stringify(after)) return [];
      return [{ type: 'UserNotificationsChanged', data: after }];
    }
    case 'AcceptInvitation': {
      requireLink(user.phase === 'invited' && user.email_ref === command.email_ref);
      const { firstname_ref, lastname_ref } = command;
      return [{ type: 'InvitationAccepted', data: { firstname_ref, lastname_ref, gdpr: true } }];
    }
    case 'TakeUpInvitation':
      requireLink(user.phase === 'invited' && user.email_ref === command.email_ref);
      return [{ type: 'InvitationTakenUp', data: { user_id: command.user_id } }];
    case 'LinkSocial':
      requireMember(user);
      if (command.by === 'email') requireUnleft(user, command.provider);
      return [{ type: 'UserSocialLinked', data: { provider: command.provider } }];
    case 'UnlinkSocial': {
      const { provider, has_password } = command;
      const linked = user.social ?? [];
      if (user.phase !== 'member' || !linked.includes(provider)) throw new Refusal('NotFound');
      if (linked.length === 1 && !has_password && factorsOf(user).passkeys.length === 0)
        throw new Refusal('LastSignIn');
      return [{ type: 'UserSocialUnlinked', data: { provider, own: true } }];
    }
    case 'ExpireRegistration':
      // Verified since it was looked at: then it is somebody's.
      if (user.phase !== 'member' || user.verified) throw new Refusal('UserExists');
      return [{ type: 'RegistrationExpired', data: {} }];
  }
};
