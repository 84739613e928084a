import type { BulkResult } from '#contracts/api/envelope.ts';
import type { Permissions } from '#contracts/api/roles.ts';
import type { InviteUsers } from '#contracts/user/team-commands.ts';
import { asCommand, call } from '../../api/http.ts';

/** The acts on the team, one method each, sent under the key of the act; all throw ApiError. */
export const teamCommands = {
  /** Invites up to ten addresses; who is refused stands in the answer by the place of the address. */
  invitePeople: (invitation: InviteUsers, key: string) =>
    call<BulkResult>('POST', '/account/invite-user', { ...asCommand(key), body: invitation }),
  /** Gives a member or an invited person other roles, unless somebody else has since that version. */
  changePermissions: (email: string, permissions: Permissions, version: number, key: string) =>
    call<{ user_id: string }>('PUT', '/account/update-user-permission', {
      ...asCommand(key, version),
      body: { email, permissions },
    }),
  deleteUser: (email: string, key: string) =>
    call<{ user_id: string }>('DELETE', '/account/delete-user', { ...asCommand(key), body: { email } }),
  /** Ends an open invitation and its links. */
  cancelInvitation: (email: string, key: string) =>
    call<{ user_id: string }>('POST', '/account/cancel-invitation', { ...asCommand(key), body: { email } }),
  /** Mails an open invitation once more; the link of the earlier mail ends. */
  resendInvitation: (email: string, userId: string, isMobile: boolean, key: string) =>
    call<{ user_id: string }>('POST', '/account/resend-invitation', {
      ...asCommand(key),
      body: { email, user_id: userId, is_mobile: isMobile },
    }),
  /** Ends the person's own part in the team for good, and every session of theirs. */
  leaveTeam: (key: string) => call<{ user_id: string }>('POST', '/user/leave', { ...asCommand(key), body: {} }),
} as const;
