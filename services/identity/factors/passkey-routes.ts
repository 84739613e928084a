import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { addressedId, idQuery } from '#contracts/api/addressed-ids.ts';
import { success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { id } from '#contracts/api/ids.ts';
import { toSeconds } from '#contracts/time.ts';
import { passkeyOptions, passkeyRow } from '#contracts/user/factor-rows.ts';
import { addPasskey, renamePasskey } from '#contracts/user/factors.ts';
import { proofBody, removePasskey } from '#contracts/user/proofs.ts';
import { factorWords } from '#contracts/words/factors.en.ts';
import { currentPrincipal } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { networkOf } from '#kernel/http/network.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { say } from '#kernel/platform/say.ts';
import { limitAnonymous } from '../anonymous-limits.ts';
import { changeFactors } from './change.ts';
import {
  keepPasskey,
  nameOfPasskey,
  newPasskeyOptions,
  readNewPasskey,
  relyingParty,
  signInOptions,
} from './passkeys.ts';
import { noteFactor, principalWithFactor, readPerson } from './person.ts';

const tags = ['Second factors'];

/** Making passkeys, listing and removing them, and the challenge that one signs in with. */
export const passkeyRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/login/passkey',
    onRequest: limitAnonymous(kernel),
    config: { policy: { caller: 'anyone' }, noStore: true },
    schema: {
      summary: 'Ask for a passkey',
      description:
        'Returns the options for `navigator.credentials.get`, good for 5 minutes and one answer. Send the answer as `passkey` to POST /login, alone or as the second step, or to POST /user/confirm. Answers 409 PasskeysNeedName if PUBLIC_URL is an IP address.',
      tags: ['Sign-in'],
      response: { 200: success(passkeyOptions) },
    },
    handler: async (request) => {
      const owner = kernel.secrets.keyed('passkey-challenge', networkOf(request.ip));
      return { data: { ...(await signInOptions(kernel, owner)) } };
    },
  });
  server.route({
    method: 'POST',
    url: '/api/user/passkey/options',
    config: { policy: { caller: 'user', confirm: true }, noStore: true },
    schema: {
      summary: 'Start adding a passkey',
      description:
        'Returns the options for `navigator.credentials.create`, good for 5 minutes. Answers 409 PasskeysNeedName if PUBLIC_URL is an IP address.',
      tags,
      body: proofBody,
      response: { 200: success(passkeyOptions) },
    },
    handler: async (request) => {
      const principal = principalOf(request);
      relyingParty(kernel.config);
      const { data } = await runCommand(kernel, commandContext(request, kernel), async (trx) => ({
        status: 200,
        // Whom POST /user/passkey would refuse makes no passkey that would be left on the device.
        data: await readPerson(trx, await principalWithFactor(trx, principal)),
      }));
      return { data: { ...(await newPasskeyOptions(kernel, { ...principal, ...data })) } };
    },
  });
  server.route({
    method: 'POST',
    url: '/api/user/passkey',
    config: { policy: { caller: 'user' }, noStore: true },
    schema: {
      summary: 'Add a passkey',
      description: 'Takes what the browser made with the options. A wrong one answers 422 PasskeyNotValid.',
      tags,
      body: addPasskey,
      response: { 201: success(z.object({ id })) },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { passkey, name = say(factorWords.passkey) } = request.body;
      const made = await readNewPasskey(kernel, principal.session_id, passkey);
      const answer = await runCommand(kernel, commandContext(request, kernel), async (trx) => {
        const now = await principalWithFactor(trx, principal);
        const passkey_id = uuidv7();
        const created_at = new Date(trx.context.now);
        if (!(await keepPasskey(trx, { ...made, id: passkey_id, user_id: now.user_id, name, created_at })))
          throw new Refusal('PasskeyNotValid');
        await changeFactors(trx, now, { type: 'AddPasskey', passkey_id });
        await noteFactor(trx, now.session_id);
        return { status: 201, data: { id: passkey_id }, message: factorWords.passkeyAdded };
      });
      return sendAnswer(reply, answer);
    },
  });
  server.route({
    method: 'GET',
    url: '/api/user/passkey',
    config: { policy: { caller: 'user', login_as: true } },
    schema: { summary: 'List your passkeys', tags, response: { 200: success(z.array(passkeyRow)) } },
    handler: async (request) => {
      const rows = await kernel.db.query
        .selectFrom('passkey')
        .select(['id', 'name', 'created_at', 'used_at', 'synced'])
        .where('user_id', '=', principalOf(request).user_id)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return {
        data: rows.map(({ created_at, used_at, ...row }) => ({
          ...row,
          ts_created: toSeconds(new Date(created_at!).getTime()),
          ts_used: used_at && toSeconds(new Date(used_at).getTime()),
        })),
      };
    },
  });
  server.route({
    method: 'PATCH',
    url: '/api/user/passkey',
    config: { policy: { caller: 'user' } },
    schema: {
      summary: 'Rename a passkey',
      tags,
      querystring: idQuery('id'),
      body: renamePasskey,
      response: { 200: success(z.null()) },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const passkey_id = addressedId(request, 'id');
      const { name } = request.body;
      const answer = await runCommand(kernel, commandContext(request, kernel), async (trx) => {
        const now = await currentPrincipal(trx, principal);
        if ((await nameOfPasskey(trx, now.user_id, passkey_id)) !== name) {
          await changeFactors(trx, now, { type: 'RenamePasskey', passkey_id });
          await trx.query.updateTable('passkey').set({ name }).where('id', '=', passkey_id).execute();
        }
        return { status: 200, data: null, message: factorWords.passkeyRenamed };
      });
      return sendAnswer(reply, answer);
    },
  });
  server.route({
    method: 'DELETE',
    url: '/api/user/passkey',
    config: { policy: { caller: 'user', confirm: true } },
    schema: {
      summary: 'Remove a passkey',
      description: 'Answers 409 LastFactor if your account asks for a second factor and this is your last one.',
      tags,
      querystring: idQuery('id'),
      body: removePasskey,
      response: { 200: success(z.null()) },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const passkey_id = addressedId(request, 'id');
      const answer = await runCommand(kernel, commandContext(request, kernel), async (trx) => {
        const now = await principalWithFactor(trx, principal);
        await changeFactors(trx, now, { type: 'RemovePasskey', passkey_id });
        await trx.query.deleteFrom('passkey').where('user_id', '=', now.user_id).where('id', '=', passkey_id).execute();
        return { status: 200, data: null, message: factorWords.passkeyRemoved };
      });
      return sendAnswer(reply, answer);
    },
  });
};
