import { z } from 'zod';
import { bulkResult, success } from '#contracts/api/envelope.ts';
import { id } from '#contracts/api/ids.ts';
import { cancelInvitation as cancelBody, inviteUsers, updateUserPermission } from '#contracts/user/commands.ts';
import { userWords } from '#contracts/words/user.en.ts';
import { nthContext, runBulk } from '#kernel/commands/bulk.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import type { Routes } from '#kernel/http/types.ts';
import { say } from '#kernel/platform/say.ts';
import { limitEnumeration } from '#kernel/sessions/enumeration-limit.ts';
import { changePermissions, inviteMember, revokeInvitation } from './commands.ts';
import { invitedRoles } from './decide.ts';

const changed = success(z.object({ user_id: id }));
const tags = ['Team'];

/** Inviting people, revoking invitations, and changing what members may do. */
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
    method: 'PUT',
    url: '/api/account/update-user-permission',
    config: { policy: { caller: 'user', act: 'team.manage' }, command: true },
    schema: { summary: "Update a member's role", tags, body: updateUserPermission, response: { 200: changed } },
    handler: async (request, reply) => {
      const { principal, context } = request.command!;
      const { email, permissions } = request.body;
      const answer = await runCommand(kernel, context, (trx) => changePermissions(trx, principal, email, permissions));
      return sendAnswer(reply, answer);
    },
  });
};
