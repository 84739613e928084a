import { userAccessAnswer, userAccessBody } from '#contracts/admin/access.ts';
import { success } from '#contracts/api/envelope.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { disableUser, enableUser, resetFactors, signOutUser } from './commands.ts';

const acts = {
  reset_factors: {
    run: resetFactors,
    summary: 'Reset the second factors of a user',
    description: 'Also ends all their sessions. Their next sign-in needs a link that is emailed to them.',
  },
  end_sessions: {
    run: signOutUser,
    summary: 'Sign a user out everywhere',
    description: 'They can sign in again at once.',
  },
  disable: {
    run: disableUser,
    summary: 'Disable a user',
    description: 'Ends all their sessions. They cannot sign in until they are enabled, and are told by email.',
  },
  enable: {
    run: enableUser,
    summary: 'Enable a disabled user',
    description: 'They can sign in again, and are told by email.',
  },
} as const;

/** What staff do about how a person gets in, each with a reason that stands in the account's audit. */
export const accessRoutes: Routes = (server, kernel) => {
  for (const [name, { run, summary, description }] of Object.entries(acts))
    server.route({
      method: 'POST',
      url: `/api/admin/user/${name}`,
      config: { policy: { caller: 'staff' }, command: true },
      schema: {
        summary,
        description,
        tags: ['Admin'],
        body: userAccessBody,
        response: { 200: success(userAccessAnswer) },
      },
      handler: async (request, reply) => {
        const answer = await runCommand(kernel, commandContext(request, kernel), (trx) =>
          run(trx, principalOf(request), request.body),
        );
        return sendAnswer(reply, answer);
      },
    });
};
