import { exampleId, exampleIds, examplesOf, exampleTime } from '../examples.ts';
import type { securityEvents } from './events.ts';

const { owner: user_id } = exampleIds;
const session_id = exampleId(110);
const email_ref = exampleId(101);

export const securityExamples = examplesOf<typeof securityEvents>()({
  signInFailed: { type: 'SignInFailed', data: { user_id, count: 3 } },
  signedIn: { type: 'UserSignedIn', data: { user_id, session_id } },
  signedOut: { type: 'UserSignedOut', data: { user_id, session_id } },
  oldTokenUsed: { type: 'SessionEnded', data: { user_id, session_id, reason: 'token_reused' } },
  endedByPassword: { type: 'SessionEnded', data: { user_id, session_id, reason: 'password_changed' } },
  endedByEmail: { type: 'SessionEnded', data: { user_id, session_id, reason: 'email_changed' } },
  endedByUser: { type: 'SessionEnded', data: { user_id, session_id, reason: 'ended_by_user' } },
  endedEverywhere: { type: 'SessionEnded', data: { user_id, session_id, reason: 'signed_out_everywhere' } },
  endedByJoining: { type: 'SessionEnded', data: { user_id, session_id, reason: 'joined_team' } },
  endedByStaff: { type: 'SessionEnded', data: { user_id, session_id, reason: 'ended_by_staff' } },
  endedByRemoval: { type: 'SessionEnded', data: { user_id, session_id, reason: 'removed' } },
  endedByDisabling: { type: 'SessionEnded', data: { user_id, session_id, reason: 'disabled' } },
  resetRequested: { type: 'PasswordResetRequested', data: { user_id } },
  loginAsStarted: {
    type: 'LoginAsStarted',
    data: { user_id: exampleIds.staff, session_id, email_ref, ts_end: exampleTime + 3600 },
  },
  loginAsEnded: { type: 'LoginAsEnded', data: { user_id: exampleIds.staff, session_id, email_ref } },
});
