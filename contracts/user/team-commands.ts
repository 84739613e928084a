import { z } from 'zod';
import { id } from '../api/ids.ts';
import { limits } from '../api/limits.ts';
import { permissions, role } from '../api/role-schemas.ts';
import { fill } from '../words/phrase.ts';
import { userFieldWords } from '../words/user-fields.en.ts';
import { worded } from '../words/worded.ts';
import { email, emailOr } from './commands.ts';

/** An address that somebody is invited by. */
export const invitedEmail = emailOr(userFieldWords.invitedEmailShape);
/** POST /account/invite-user. */
export const inviteUsers = z.strictObject({
  emails: z
    .array(invitedEmail)
    .min(1, worded(userFieldWords.invitesNobody))
    .max(limits.invitesAtOnce, worded(fill(userFieldWords.invitesMany, { most: limits.invitesAtOnce }))),
  role,
  is_mobile: z.boolean().optional(),
  apps: z.array(id).max(1000).optional(),
});
export type InviteUsers = z.infer<typeof inviteUsers>;
/** POST /account/cancel-invitation. */
export const cancelInvitation = z.strictObject({ email });
/** POST /account/resend-invitation; `user_id` and `is_mobile` are those of the list, and need not be sent. */
export const resendInvite = z.strictObject({ email, user_id: id.optional(), is_mobile: z.boolean().optional() });
/** DELETE /account/delete-user. */
export const deleteUser = z.strictObject({ email });
/** PUT /account/update-user-permission. */
export const updateUserPermission = z.strictObject({ email, permissions });
