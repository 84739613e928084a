import { answerProposalBody, ownerAnswer, proposeOwnerBody } from '#contracts/admin/owner.ts';
import { success } from '#contracts/api/envelope.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { agreeToOwner, proposeOwner, turnOwnerDown } from './commands.ts';

const policy = { caller: 'staff' } as const;
const tags = ['Admin'];

/** How an account whose last owner is gone gets a new one, by two members of staff. */
export const ownerRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/admin/account/owner',
    config: { policy, command: true },
    schema: {
      summary: 'Propose an owner for an account without one',
      description:
        'Takes a person of the account, or an email to invite if nobody who can sign in is left. Someone else of staff must agree within 7 days. 409 OwnerPresent while the account has an owner who is verified and not disabled.',
      tags,
      body: proposeOwnerBody,
      response: { 201: success(ownerAnswer) },
    },
    handler: async (request, reply) => {
      const work = runCommand(kernel, commandContext(request, kernel), (trx) =>
        proposeOwner(trx, principalOf(request), request.body),
      );
      return sendAnswer(reply, await work);
    },
  });
  for (const [name, run, summary, description] of [
    [
      'agree',
      agreeToOwner,
      'Agree to a proposed owner',
      'Makes the proposed person an account owner and emails everyone in the account. 403 SecondStaffNeeded for whoever made the proposal.',
    ],
    ['turn_down', turnOwnerDown, 'Turn a proposed owner down', 'Whoever made the proposal can also take it back.'],
  ] as const)
    server.route({
      method: 'POST',
      url: `/api/admin/account/owner/${name}`,
      config: { policy, command: true },
      schema: { summary, description, tags, body: answerProposalBody, response: { 200: success(ownerAnswer) } },
      handler: async (request, reply) => {
        const work = runCommand(kernel, commandContext(request, kernel), (trx) =>
          run(trx, principalOf(request), request.body),
        );
        return sendAnswer(reply, await work);
      },
    });
};
