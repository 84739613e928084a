import { factSubject } from '../audit/fact-subject.ts';
import { personal } from '../audit/placeholders.ts';
import type { NounAudit } from '../noun.ts';
import type { securityEvents } from './events.ts';

const endings = {
  token_reused: 'was signed out, an old token was used again',
  password_changed: 'was signed out everywhere',
  email_changed: 'was signed out because the email changed',
} as const;

/** How the audit tells of signing in and out. */
export const securityAudit: NounAudit<typeof securityEvents, null> = {
  sentences: {
    UserSignedIn: () => 'signed in',
    SignInFailed: ({ data }) => `failed to sign in ${data.count === 1 ? 'once' : `${data.count} times`}`,
    UserSignedOut: () => 'signed out',
    SessionEnded: ({ data }) => endings[data.reason],
    PasswordResetRequested: () => 'asked for a password reset',
    LoginAsStarted: ({ data }) => `signed in as ${personal(data.email_ref)}`,
    LoginAsEnded: ({ data }) => `signed out as ${personal(data.email_ref)}`,
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
