import type { Permissions, Role } from '../api/roles.ts';
import { type AuditFields, differences } from '../audit/differences.ts';
import { listed } from '../audit/phrases.ts';
import { personal, personalPlaceholder, type TitledWords, withTitle } from '../audit/placeholders.ts';
import type { NotificationChoice } from '../notification/settings.ts';
import type { NounAudit } from '../noun.ts';
import { streamId } from '../stream-name.ts';
import { digestWords } from '../words/digests.en.ts';
import { notificationTypeWords } from '../words/notification-types.en.ts';
import { fill, type Phrase, type PhraseValue } from '../words/phrase.ts';
import { roleWords } from '../words/roles.en.ts';
import { userAuditWords } from '../words/user-audit.en.ts';
import type { userEvents } from './events.ts';
import { factorsOf } from './factor-events.ts';
import { providerNames } from './social-providers.ts';
import type { UserState } from './state.ts';

const labels: Record<string, Phrase> = { firstname: userAuditWords.firstname, lastname: userAuditWords.lastname };

const roleTexts = (held: Permissions): (Phrase | TitledWords)[] =>
  (Object.entries(held) as [Role, string[]][]).flatMap(([role, apps]): (Phrase | TitledWords)[] => {
    const of = (title: string) => fill(userAuditWords.roleOf, { role: roleWords[role], title });
    return apps.length === 0 ? [roleWords[role]] : apps.map((app) => withTitle(of, app));
  });
const roleList = (held: Permissions): PhraseValue => {
  const names = (Object.keys(held) as Role[]).map((one) => roleWords[one]);
  return names.length === 0 ? userAuditWords.noRole : listed(names);
};

const phaseLabels = {
  none: null,
  invited: userAuditWords.stateInvited,
  member: userAuditWords.stateMember,
  cancelled: userAuditWords.stateCancelled,
  ended: userAuditWords.stateEnded,
};
const factorFields = (state: UserState): AuditFields => {
  if (!state.factors) return {};
  const { totp, passkeys, phone_ref } = factorsOf(state);
  return { authenticator: totp || null, passkeys: passkeys.length || null, phone_verified: phone_ref ? true : null };
};
const notificationFields = ({ digest = 'none', muted = [] }: NotificationChoice): AuditFields => ({
  digest: digestWords[digest],
  muted_notifications: muted.map((name) => notificationTypeWords[name]),
});
const fieldsOf = (state: UserState): AuditFields => ({
  email: personalPlaceholder(state.email_ref),
  pending_email: personalPlaceholder(state.pending_email_ref),
  firstname: personalPlaceholder(state.firstname_ref),
  lastname: personalPlaceholder(state.lastname_ref),
  verified: state.verified,
  state: phaseLabels[state.phase],
  roles: roleTexts(state.permissions),
  staff: state.staff ? true : null,
  disabled: state.disabled ?? null,
  ...(state.notifications ? notificationFields(state.notifications) : {}),
  ...(state.social?.length ? { social_sign_in: state.social.map((one) => providerNames[one]) } : {}),
  ...factorFields(state),
});

/** Whom staff did something to, and why. */
const reasoned = ({ email_ref }: UserState, reason_ref: string) => ({
  person: personal(email_ref),
  reason: personal(reason_ref),
});

/** How the audit tells of people. */
export const userAudit: NounAudit<typeof userEvents, UserState> = {
  sentences: {
    UserRegistered: () => userAuditWords.registered,
    UserEmailVerified: () => userAuditWords.emailVerified,
    UserNameChanged: ({ data }) =>
      fill(userAuditWords.nameChanged, { fields: listed(data.changes.map((one) => labels[one.field] ?? one.field)) }),
    UserEmailChangeRequested: ({ data }) => fill(userAuditWords.emailChangeAsked, { email: personal(data.to_ref) }),
    UserEmailChangeCancelled: ({ after }) =>
      fill(userAuditWords.emailChangeCancelled, { person: personal(after.email_ref) }),
    UserEmailChanged: ({ data }) => fill(userAuditWords.emailChanged, { email: personal(data.to_ref) }),
    UserEmailChangeUndone: ({ data }) =>
      fill(userAuditWords.emailChangeUndone, { from: personal(data.from_ref), to: personal(data.to_ref) }),
    UserPasswordChanged: () => userAuditWords.passwordChanged,
    UserOnboarded: () => userAuditWords.onboarded,
    UserNotificationsChanged: () => userAuditWords.notificationsChanged,
    InvitationSent: ({ data }) =>
      fill(userAuditWords.invited, { person: personal(data.email_ref), roles: roleList(data.permissions) }),
    InvitationCancelled: ({ before }) =>
      fill(userAuditWords.invitationCancelled, { person: personal(before.email_ref) }),
    InvitationResent: ({ after }) => fill(userAuditWords.invitationResent, { person: personal(after.email_ref) }),
    InvitationAccepted: () => userAuditWords.invitationAccepted,
    UserPermissionsChanged: ({ data, after }) =>
      fill(userAuditWords.roleChanged, { person: personal(after.email_ref), roles: roleList(data.permissions) }),
    UserRemoved: ({ after }) => fill(userAuditWords.removed, { person: personal(after.email_ref) }),
    UserLeft: () => userAuditWords.leftTeam,
    StaffRegistered: ({ data }) => fill(userAuditWords.madeStaff, { person: personal(data.email_ref) }),
    StaffAppointed: ({ after }) => fill(userAuditWords.madeStaff, { person: personal(after.email_ref) }),
    StaffDismissed: ({ after }) => fill(userAuditWords.staffRemoved, { person: personal(after.email_ref) }),
    UserVerificationChanged: ({ data, after }) =>
      fill(data.verified ? userAuditWords.verified : userAuditWords.unverified, { person: personal(after.email_ref) }),
    UserTotpEnabled: ({ before }) =>
      factorsOf(before).totp ? userAuditWords.authenticatorReplaced : userAuditWords.authenticatorAdded,
    UserTotpRemoved: () => userAuditWords.authenticatorRemoved,
    UserPasskeyAdded: () => userAuditWords.passkeyAdded,
    UserPasskeyRenamed: () => userAuditWords.passkeyRenamed,
    UserPasskeyRemoved: () => userAuditWords.passkeyRemoved,
    UserRecoveryCodesMade: () => userAuditWords.recoveryCodesMade,
    UserPhoneChanged({ data }) {
      if (data.to_ref === null) return userAuditWords.phoneRemoved;
      return data.from_ref ? userAuditWords.phoneChanged : userAuditWords.phoneVerified;
    },
    UserFactorsReset: ({ data, after }) =>
      data.reason_ref
        ? fill(userAuditWords.factorsResetBecause, reasoned(after, data.reason_ref))
        : fill(userAuditWords.factorsReset, { person: personal(after.email_ref) }),
    UserSessionsEnded: ({ data, after }) => fill(userAuditWords.sessionsEnded, reasoned(after, data.reason_ref)),
    UserDisabled: ({ data, after }) => fill(userAuditWords.disabled, reasoned(after, data.reason_ref)),
    UserEnabled: ({ data, after }) => fill(userAuditWords.enabled, reasoned(after, data.reason_ref)),
    UserSocialLinked: ({ data }) => fill(userAuditWords.socialLinked, { provider: providerNames[data.provider] }),
    UserSocialUnlinked: ({ data }) => fill(userAuditWords.socialUnlinked, { provider: providerNames[data.provider] }),
    RegistrationExpired: ({ after }) => fill(userAuditWords.registrationExpired, { person: personal(after.email_ref) }),
    InvitationTakenUp: () => userAuditWords.invitationAccepted,
    UserLeftAccount: () => userAuditWords.left,
    UserJoinedTeam: ({ data }) => fill(userAuditWords.joined, { roles: roleList(data.permissions) }),
  },
  changes: (_event, before, after) => differences(before.phase === 'none' ? null : fieldsOf(before), fieldsOf(after)),
  subjectTypes: ['user'],
  subject: ({ meta }, _before, after) => ({
    type: 'user',
    id: streamId(meta.stream),
    title: personal(after.email_ref),
    parent_id: null,
  }),
};
