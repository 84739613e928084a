import { z } from 'zod';
import { type AccountPatch, accountPatch, country, profileAnswers } from '#contracts/account/commands.ts';
import { type Profile, profile } from '#contracts/account/events.ts';
import { profileRow } from '#contracts/account/rows.ts';
import type { AccountState } from '#contracts/account/state.ts';
import { checkAccount } from '#contracts/api/addressed-ids.ts';
import { isCountry } from '#contracts/api/countries.ts';
import { success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { id } from '#contracts/api/ids.ts';
import { may } from '#contracts/api/roles.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { accountWords } from '#contracts/words/account.en.ts';
import type { Phrase } from '#contracts/words/phrase.ts';
import { subscriptionWords } from '#contracts/words/subscription.en.ts';
import { worded } from '#contracts/words/worded.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandTrx, stillMay } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, matchVersion, requireUnchanged, save } from '#kernel/commands/streams.ts';
import { type FoundDeal, findDeal } from '#kernel/db/deal-code.ts';
import { loadStream } from '#kernel/event-store/read.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { resolveViewerList } from '#kernel/media/media.ts';
import { type AccountCommand, decideAccount } from './decide.ts';

// The list of countries is the server's: browsers read it.
const patchBody = accountPatch.extend({
  country: country.refine(isCountry, worded(accountWords.country)).nullable().optional(),
  account_id: id.optional(),
});

const changed = success(z.object({ id, version: z.int() }));

/** Whether an event touched what a patch changes: the devices are one list, apart from the details. */
const touchedBy =
  ({ test_devices, ...details }: AccountPatch) =>
  ({ type }: StoryrailEvent): boolean =>
    (type === 'TestDevicesChanged' && test_devices !== undefined) ||
    (type === 'AccountDetailsChanged' && Object.values(details).some((value) => value !== undefined));

const change = async (
  trx: CommandTrx,
  accountId: string,
  command: AccountCommand,
  said: Phrase,
  ifMatch: number | null = null,
) => {
  const account = await load<AccountState>(trx, `account-${accountId}`);
  if (command.type === 'ChangeAccount') await requireUnchanged(trx, account.stream, ifMatch, touchedBy(command.patch));
  const { version } = await save(trx, account, decideAccount(command, account.state));
  return { status: 200, data: { id: accountId, version }, message: said };
};

/** A profile as events keep it: its lists of viewers are uploads of the account, named by the keys of their files. */
const storedProfile = async (trx: CommandTrx, accountId: string, given: Profile): Promise<Profile> => {
  const { dynamic_segmentation: lists, ...answers } = given;
  if (!lists) return answers;
  const kept: NonNullable<typeof lists> = [];
  for (const [index, list] of lists.entries()) {
    const field = `data.dynamic_segmentation.${index}.path`;
    const { path } = await resolveViewerList(trx, trx.kernel.files, accountId, list, field);
    kept.push({ name: list.name, path });
  }
  return { ...answers, dynamic_segmentation: kept };
};

/**
 * Keeps the answers, and redeems the code of a deal that somebody came with: only people themselves do that. `found` keeps
 * the code as the first attempt found it: who took it meanwhile keeps it.
 */
const answerProfile = async (
  trx: CommandTrx,
  { account_id, login_as }: Principal,
  { data, appsumo_token }: z.output<typeof profileAnswers>,
  found: { deal?: FoundDeal },
) => {
  if (appsumo_token && login_as) throw new Refusal('PermissionDenied');
  if (appsumo_token) found.deal ??= await findDeal(trx.client, appsumo_token);
  const { deal } = found;
  const account = await load<AccountState>(trx, `account-${account_id}`);
  const profile = data ? await storedProfile(trx, account_id, data) : account.state.profile;
  const command = { type: 'AnswerProfile', profile, ...(deal && { appsumo_token: deal.id }) } as const;
  const { version } = await save(trx, account, decideAccount(command, account.state));
  if (deal) await trx.kernel.redeemDeal(trx, account_id, deal);
  const message = deal ? subscriptionWords.dealRedeemed : accountWords.profileSaved;
  return { status: 200, data: { id: account_id, version }, message };
};

/** Changing the account and its profile answers. */
export const accountRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'PATCH',
    url: '/api/account',
    config: { policy: { caller: 'user', act: 'account.testDevices', login_as: true }, command: true },
    schema: {
      summary: 'Update the account',
      description:
        'App owners can only change the test devices. With If-Match, answers 412 if the test devices, or for other fields the details, have changed since that version.',
      tags: ['Account'],
      body: patchBody,
      response: { 200: changed },
    },
    handler: async (request, reply) => {
      const { principal, context } = request.command!;
      const { account_id, ...patch } = request.body;
      checkAccount(principal, account_id);
      const ifMatch = matchVersion(request.headers['if-match']);
      const answer = await runCommand(kernel, context, async (trx) => {
        const { permissions } = await stillMay(trx, principal, 'account.testDevices');
        const by = may(permissions, 'account.change') ? 'account_owner' : 'app_owner';
        const command = { type: 'ChangeAccount', patch, by } as const;
        return change(trx, principal.account_id, command, accountWords.changed, ifMatch);
      });
      return sendAnswer(reply, answer);
    },
  });
  server.route({
    method: 'GET',
    url: '/api/account/profile',
    config: { policy: { caller: 'user', act: 'account.view', login_as: true } },
    schema: { summary: 'Retrieve the profile answers', tags: ['Account'], response: { 200: success(profile) } },
    handler: async (request) => {
      const { account_id, permissions } = principalOf(request);
      const { state } = await loadStream<AccountState>(kernel.db.pool, `account-${account_id}`);
      return { data: profileRow(state.profile, kernel.config.MEDIA_URL, permissions) };
    },
  });
  server.route({
    method: 'PUT',
    url: '/api/account/profile',
    config: { policy: { caller: 'user', act: 'account.change', login_as: true }, command: true },
    schema: {
      summary: 'Answer the profile questions',
      description: 'With `appsumo_token`, redeems the code of a deal; then the answers may be left out.',
      tags: ['Account'],
      body: profileAnswers,
      response: { 200: changed },
    },
    handler: async (request, reply) => {
      const { principal, context } = request.command!;
      const found = {};
      const answer = await runCommand(kernel, context, async (trx) => {
        await stillMay(trx, principal, 'account.change');
        return answerProfile(trx, principal, request.body, found);
      });
      return sendAnswer(reply, answer);
    },
  });
};
