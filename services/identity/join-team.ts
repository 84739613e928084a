import { z } from 'zod';
import type { AccountState } from '#contracts/account/state.ts';
import { success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { id } from '#contracts/api/ids.ts';
import { joinTeam } from '#contracts/user/commands.ts';
import type { UserState } from '#contracts/user/state.ts';
import { userWords } from '#contracts/words/user.en.ts';
import { type CommandTrx, withContext } from '#kernel/commands/command-trx.ts';
import type { UserFacts } from '#kernel/commands/facts.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { claimedBy, releaseClaimsOf } from '#kernel/db/claims.ts';
import { readPersonal } from '#kernel/db/personal.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { commandContext } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { emailKey } from '#kernel/sessions/email.ts';
import { endLinks, inspectLink, useLink } from '#kernel/sessions/links.ts';
import { actingAs } from '#kernel/sessions/security.ts';
import { endSessionsOf } from '#kernel/sessions/tokens.ts';
import { limitAnonymous } from './anonymous-limits.ts';
import { decideUser } from './decide.ts';
import { canBeJoined } from './take-address.ts';

/** The invitation that a link is of, and the member who holds its address. Refuses with LinkExpired. */
const openInvitation = async (trx: CommandTrx, token: string) => {
  const { kernel, context } = trx;
  const link = await inspectLink(trx, token, context.now);
  if (link?.purpose !== 'invitation') throw new Refusal('LinkExpired');
  const email = (await readPersonal(trx, [link.email_ref]))(link.email_ref);
  const holderId = await claimedBy(trx, 'email', emailKey(kernel, email), 'share');
  const invited = await kernel.facts.user(trx, link.user_id);
  const holder = holderId === null ? null : await kernel.facts.user(trx, holderId);
  if (!invited || !canBeJoined(holder)) throw new Refusal('LinkExpired');
  return { link, invited, holder };
};

/** The open invitations of the account that somebody would leave. Refuses with AlreadyInTeam where more than those is left. */
const requireNothingLeft = async (trx: CommandTrx, holder: UserFacts, joins: string): Promise<UserFacts[]> => {
  const { facts } = trx.kernel;
  const apps = await facts.apps(trx, holder.account_id);
  const others = (await facts.team(trx, holder.account_id)).filter((one) => one.id !== holder.id);
  const stays = holder.staff || holder.account_id === joins || apps.length > 0;
  if (stays || others.some((one) => one.phase === 'member'))
    throw new Refusal('AlreadyInTeam', userWords.ownAccountInUse);
  return others;
};

/** Ends an account that nobody is left in, with the invitations to it. */
const endAccount = async (trx: CommandTrx, accountId: string, invitations: readonly UserFacts[]): Promise<void> => {
  for (const { id } of invitations) {
    const user = await load<UserState>(trx, `user-${id}`);
    // Accepted since it was read: its holder is a member by now.
    if (user.state.phase !== 'invited') throw new Refusal('AlreadyInTeam', userWords.ownAccountInUse);
    await save(trx, user, [{ type: 'InvitationCancelled', data: {} }]);
    await releaseClaimsOf(trx, 'invitation', id);
    await endLinks(trx, id, ['invitation'], trx.context.now);
  }
  const account = await load<AccountState>(trx, `account-${accountId}`);
  await save(trx, account, [{ type: 'AccountEnded', data: {} }]);
};

/**
 * Moves a user to the account that invited them, with the role of the invitation. Their own account must hold nothing else
 * and ends; both accounts' audits tell of it. Ends every session of theirs.
 */
const join = async (plain: CommandTrx, token: string) => {
  const { facts } = plain.kernel;
  const { link, invited, holder } = await openInvitation(plain, token);
  const joins = invited.account_id;
  // In one order, so that two who move into each other's account do not wait for each other.
  for (const accountId of [...new Set([joins, holder.account_id])].sort())
    await facts.account(plain, accountId, 'update');
  const left = actingAs(plain, holder);
  const joined = withContext(left, { account_id: joins });
  const user = await load<UserState>(plain, `user-${holder.id}`);
  const leaving = { ...holder, ...(await facts.user(plain, holder.id))! };
  if (leaving.account_id !== holder.account_id) throw new Refusal('LinkExpired');
  const invitations = await requireNothingLeft(plain, leaving, joins);
  if (!(await useLink(plain, token, ['invitation'], plain.context.now))) throw new Refusal('LinkExpired');
  const invitation = await load<UserState>(plain, `user-${invited.id}`);
  const { email_ref } = link;
  const taken = decideUser({ type: 'TakeUpInvitation', email_ref, user_id: holder.id }, invitation.state);
  const { permissions, is_mobile } = invitation.state;
  const gone = await save(left, user, [{ type: 'UserLeftAccount', data: {} }]);
  await endAccount(left, holder.account_id, invitations);
  await save(joined, invitation, taken);
  await releaseClaimsOf(plain, 'invitation', invited.id);
  const data = { account_id: joins, invitation_id: invited.id, permissions, is_mobile };
  await save(joined, { ...user, ...gone }, [{ type: 'UserJoinedTeam', data }]);
  await endSessionsOf(left, user.state, 'joined_team');
  return { status: 200, data: { user_id: holder.id, account_id: joins }, message: userWords.joiningTeam };
};

/** POST /join-team: joins a team with the user that one has already. */
export const joinTeamRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/join-team',
    onRequest: limitAnonymous(kernel),
    config: { policy: { caller: 'anyone' }, noStore: true },
    schema: {
      summary: 'Join a team with your existing user',
      description:
        'Takes the token of an invitation to an email that has an account. Your own account must have no apps and no other members, otherwise the answer is 409 AlreadyInTeam. It is closed, and all your sessions end.',
      tags: ['Team'],
      body: joinTeam,
      response: { 200: success(z.object({ user_id: id, account_id: id })) },
    },
    handler: async (request, reply) =>
      sendAnswer(
        reply,
        await runCommand(kernel, commandContext(request, kernel), (trx) => join(trx, request.body.token)),
      ),
  });
};
