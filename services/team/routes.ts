import { z } from 'zod';
import { bulkResult, success } from '#contracts/api/envelope.ts';
import { id } from '#contracts/api/ids.ts';
import {
  cancelInvitation as cancelBody,
  deleteUser,
  inviteUsers,
  resendInvite as resendBody,
  updateUserPermission,
} from '#contracts/user/team-commands.ts';
import { userWords } from '#contracts/words/user.en.ts';
import { nthContext, runBulk } from '#kernel/commands/bulk.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { matchVersion } from '#kernel/commands/streams.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import type { Routes } from '#kernel/http/types.ts';
import { say } from '#kernel/platform/say.ts';
import { limitEnumeration } from '#kernel/sessions/enumeration-limit.ts';
import { changePermissions, inviteMember, resendInvitation, revokeInvitation } from './commands.ts';
import { invitedRoles } from './decide.ts';
import { deleteMember, leaveTeam } from './removal.ts';

const changed = success(z.object({ user_id: id }));
const tags = ['Team'];

/** Inviting people, revoking and resending invitations, changing what members may do, and removing them. */
export const teamRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/account/invite-user',
    config: { policy: { caller: 'user', act: 'team.view', feature: 'team_structure' }, command: true },
    schema: { summary: 'Invite people', tags, body: inviteUsers, response: { 200: success(bulkResult) } },
    handler: async (request) => {
      const { principal, context } = request.command!;
      const { emails, ...wanted } = request.body;
      const given = invitedRoles(wanted);
      const data = await runBulk(
        emails.map((email, index) => ({
          ids: [null],
          indexes: [index],
          paths: [`emails.${index}`],
          run: async () => {
            const answer = await limitEnumeration(kernel, principal.user_id, () =>
              runCommand(kernel, nthContext(context, index), (trx) => inviteMember(trx, principal, email, given)),
            );
            return [answer.data.user_id];
          },
        })),
      );
      return { data, message: say(userWords.invited) };
    },
  });
  server.route({
    method: 'POST',
    url: '/api/account/cancel-invitation',
    config: { policy: { caller: 'user', act: 'team.manage' }, command: true },
    schema: { summary: 'Revoke an invitation', tags, body: cancelBody, response: { 200: changed } },
    handler: async (request, reply) => {
      const { principal, context } = request.command!;
      const answer = await runCommand(kernel, context, (trx) => revokeInvitation(trx, principal, request.body.email));
      return sendAnswer(reply, answer);
    },
  });
  server.route({
    method: 'POST',
    url: '/api/account/resend-invitation',
    config: { policy: { caller: 'user', act: 'team.manage' }, command: true },
    schema: {
      summary: 'Send an invitation again',
      description: 'The link of the earlier mail ends. It counts as an invitation in every limit.',
      tags,
      body: resendBody,
      response: { 200: changed },
    },
    handler: async (request, reply) => {
      const { principal, context } = request.command!;
      return sendAnswer(
        reply,
        await limitEnumeration(kernel, principal.user_id, () =>
          runCommand(kernel, context, (trx) => resendInvitation(trx, principal, request.body)),
        ),
      );
    },
  });
  server.route({
    method: 'DELETE',
    url: '/api/account/delete-user',
    config: { policy: { caller: 'user', act: 'team.manage' }, command: true },
    schema: {
      summary: 'Delete a user',
      description: 'All sessions of the user end at once. What they made stays. Their email can be used again.',
      tags,
      body: deleteUser,
      response: { 200: changed },
    },
    handler: async (request, reply) => {
      const { principal, context } = request.command!;
      return sendAnswer(
        reply,
        await runCommand(kernel, context, (trx) => deleteMember(trx, principal, request.body.email)),
      );
    },
  });
  server.route({
    method: 'POST',
    url: '/api/user/leave',
    config: { policy: { caller: 'user' }, command: true },
    schema: {
      summary: 'Leave the team',
      description: 'All your sessions end at once. The last account owner stays: 409 LastOwner.',
      tags,
      body: z.strictObject({}),
      response: { 200: changed },
    },
    handler: async (request, reply) => {
      const { principal, context } = request.command!;
      return sendAnswer(reply, await runCommand(kernel, context, (trx) => leaveTeam(trx, principal)));
    },
  });
  server.route({
    method: 'PUT',
    url: '/api/account/update-user-permission',
    config: { policy: { caller: 'user', act: 'team.manage' }, command: true },
    schema: {
      summary: "Update a member's role",
      description: 'With If-Match, answers 412 if their roles have changed since that version of the member.',
      tags,
      body: updateUserPermission,
      response: { 200: changed },
    },
    handler: async (request, reply) => {
      const { principal, context } = request.command!;
      const { email, permissions } = request.body;
      const ifMatch = matchVersion(request.headers['if-match']);
      const answer = await runCommand(kernel, context, (trx) =>
        changePermissions(trx, principal, email, permissions, ifMatch),
      );
      return sendAnswer(reply, answer);
    },
  });
};
