import { type Permissions, type Role, roleNames } from '../api/roles.ts';
import { type AuditFields, differences } from '../audit/differences.ts';
import { listed } from '../audit/phrases.ts';
import { personal, personalPlaceholder, type TextPlaceholder } from '../audit/placeholders.ts';
import type { NounAudit } from '../noun.ts';
import { streamId } from '../stream-name.ts';
import type { userEvents } from './events.ts';
import type { UserState } from './state.ts';

const labels: Record<string, string> = { firstname: 'the first name', lastname: 'the last name' };

const roleTexts = (held: Permissions): (string | TextPlaceholder)[] =>
  (Object.entries(held) as [Role, string[]][]).flatMap(([role, apps]): (string | TextPlaceholder)[] =>
    apps.length === 0
      ? [roleNames[role]]
      : apps.map((app): TextPlaceholder => ({ $text: [`${roleNames[role]} of `, { $title: app }] })),
  );
const roleList = (held: Permissions): string => {
  const names = (Object.keys(held) as Role[]).map((one) => roleNames[one]);
  return names.length === 0 ? 'no role' : listed(names);
};

const phaseLabels = { none: null, invited: 'invited', member: 'member', cancelled: 'invitation revoked' } as const;
const fieldsOf = (state: UserState): AuditFields => ({
  email: personalPlaceholder(state.email_ref),
  pending_email: personalPlaceholder(state.pending_email_ref),
  firstname: personalPlaceholder(state.firstname_ref),
  lastname: personalPlaceholder(state.lastname_ref),
  verified: state.verified,
  state: phaseLabels[state.phase],
  roles: roleTexts(state.permissions),
  staff: state.staff ? true : null,
});

/** How the audit tells of people. */
export const userAudit: NounAudit<typeof userEvents, UserState> = {
  sentences: {
    UserRegistered: () => 'signed up',
    UserEmailVerified: () => 'verified the e-mail',
    UserNameChanged: ({ data }) => `changed ${listed(data.changes.map((one) => labels[one.field] ?? one.field))}`,
    UserEmailChangeRequested: ({ data }) => `asked to change the e-mail to ${personal(data.to_ref)}`,
    UserEmailChanged: ({ data }) => `changed the e-mail to ${personal(data.to_ref)}`,
    UserEmailChangeUndone: ({ data }) =>
      `undid the change of the e-mail to ${personal(data.from_ref)}, it is ${personal(data.to_ref)} again`,
    UserPasswordChanged: () => 'changed the password',
    InvitationSent: ({ data }) => `invited ${personal(data.email_ref)} as ${roleList(data.permissions)}`,
    InvitationCancelled: ({ before }) => `revoked the invitation of ${personal(before.email_ref)}`,
    InvitationAccepted: () => 'accepted the invitation',
    UserPermissionsChanged: ({ data, after }) =>
      `changed the role of ${personal(after.email_ref)} to ${roleList(data.permissions)}`,
    StaffRegistered: ({ data }) => `made ${personal(data.email_ref)} staff`,
    StaffAppointed: ({ after }) => `made ${personal(after.email_ref)} staff`,
    StaffDismissed: ({ after }) => `removed ${personal(after.email_ref)} from staff`,
    UserVerificationChanged: ({ data, after }) =>
      `${data.verified ? 'verified' : 'unverified'} ${personal(after.email_ref)}`,
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
