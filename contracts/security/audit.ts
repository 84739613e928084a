import { factSubject } from '../audit/fact-subject.ts';
import { personal } from '../audit/placeholders.ts';
import type { NounAudit } from '../noun.ts';
import { fill } from '../words/phrase.ts';
import { securityAuditWords } from '../words/security-audit.en.ts';
import type { securityEvents } from './events.ts';

const endings = {
  token_reused: securityAuditWords.tokenReused,
  password_changed: securityAuditWords.passwordChanged,
  email_changed: securityAuditWords.emailChanged,
  ended_by_user: securityAuditWords.endedByUser,
  signed_out_everywhere: securityAuditWords.signedOutEverywhere,
  factors_reset: securityAuditWords.factorsReset,
  joined_team: securityAuditWords.joinedTeam,
  ended_by_staff: securityAuditWords.endedByStaff,
  disabled: securityAuditWords.disabled,
  removed: securityAuditWords.removed,
} as const;

/** How the audit tells of signing in and out. */
export const securityAudit: NounAudit<typeof securityEvents, null> = {
  sentences: {
    UserSignedIn: () => securityAuditWords.signedIn,
    SignInFailed: ({ data }) => fill(securityAuditWords.signInFailed, { count: data.count }),
    UserSignedOut: () => securityAuditWords.signedOut,
    SessionEnded: ({ data }) => endings[data.reason],
    PasswordResetRequested: () => securityAuditWords.resetAsked,
    LoginAsStarted: ({ data }) => fill(securityAuditWords.loginAsStarted, { person: personal(data.email_ref) }),
    LoginAsEnded: ({ data }) => fill(securityAuditWords.loginAsEnded, { person: personal(data.email_ref) }),
  },
  changes(event) {
    switch (event.type) {
      case 'UserSignedIn':
        return [{ field: 'signed_in', from: false, to: true }];
      case 'SignInFailed':
        return [{ field: 'failed_sign_ins', from: 0, to: event.data.count }];
      case 'UserSignedOut':
      case 'SessionEnded':
        return [{ field: 'signed_in', from: true, to: false }];
      case 'LoginAsStarted':
        return [{ field: 'login_as', from: false, to: true }];
      case 'LoginAsEnded':
        return [{ field: 'login_as', from: true, to: false }];
      case 'PasswordResetRequested':
        return [];
    }
  },
  subjectTypes: ['user'],
  subject: factSubject,
};
