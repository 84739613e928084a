import { z } from 'zod';
import { success } from '#contracts/envelope.ts';
import { Refusal } from '#contracts/errors.ts';
import type { PersonalChange } from '#contracts/event.ts';
import { type UserPatch, type UserState, userPatch } from '#contracts/user.ts';
import { type CommandTrx, type Loaded, load, runCommand, save } from '#kernel/command.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { commandContext, principalOf, type Routes } from '#kernel/http/server.ts';
import { askFor } from '#kernel/jobs/outbox.ts';
import { countUse, mailLimit } from '#kernel/limit.ts';
import { keepPersonal, normalEmail, readPersonal } from '#kernel/personal.ts';
import { holderOf } from '#kernel/sessions/email.ts';
import { endLinks } from '#kernel/sessions/links.ts';
import { decideUser } from './decide.ts';

type Person = (ref: string | null) => string;

const nameChanges = async (
  trx: CommandTrx,
  user: UserState,
  person: Person,
  patch: UserPatch,
): Promise<PersonalChange[]> => {
  const changes: PersonalChange[] = [];
  for (const field of ['firstname', 'lastname'] as const) {
    const value = patch[field];
    const from_ref = user[`${field}_ref`];
    if (value === undefined || value === person(from_ref)) continue;
    changes.push({ field, from_ref, to_ref: await keepPersonal(trx, user.id, field, value) });
  }
  return changes;
};

const requestEmail = async (trx: CommandTrx, user: Loaded<UserState>, email: string): Promise<Loaded<UserState>> => {
  const { kernel, context } = trx;
  const { id } = user.state;
  if (await holderOf(trx, kernel, email)) throw new Refusal('UserExists');
  if ((await countUse(trx, mailLimit(kernel.config.LIMIT_MAILS, 'confirm_email_change', id), context.now)) > 0)
    throw new Refusal('TooManyRequests');
  await endLinks(trx, id, ['confirm_email_change'], context.now);
  const to_ref = await keepPersonal(trx, id, 'email', email);
  const saved = await save(trx, user, decideUser({ type: 'RequestEmailChange', to_ref }, user.state));
  const { event_id } = saved.recorded[0]!.meta;
  await askFor(trx, event_id, 'mail', { template: 'confirm_email_change', user_id: id });
  await askFor(trx, event_id, 'notice', { template: 'email_change_notice', user_id: id });
  return { ...user, ...saved };
};

const change = async (trx: CommandTrx, userId: string, patch: UserPatch) => {
  let user = await load<UserState>(trx, `user-${userId}`);
  const { email_ref, firstname_ref, lastname_ref } = user.state;
  const refs = [email_ref, firstname_ref, lastname_ref];
  const person = await readPersonal(
    trx,
    refs.filter((ref) => ref !== null),
  );
  const changes = await nameChanges(trx, user.state, person, patch);
  user = { ...user, ...(await save(trx, user, decideUser({ type: 'ChangeName', changes }, user.state))) };
  const wanted = patch.email && normalEmail(patch.email);
  const isNew = wanted !== undefined && wanted !== normalEmail(person(email_ref));
  if (isNew) user = await requestEmail(trx, user, patch.email!);
  const message = isNew ? 'Saved. Open the link that we have mailed to the new address.' : 'Saved.';
  return { status: 200, data: { id: userId, version: user.version }, message };
};

/** Changing one's own name and e-mail. */
export const userRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'PATCH',
    url: '/api/user',
    config: { policy: { caller: 'user' }, command: true },
    schema: {
      summary: 'Change name or e-mail',
      tags: ['user'],
      body: userPatch,
      response: { 200: success(z.object({ id: z.string(), version: z.int() })) },
    },
    handler: async (request, reply) => {
      const { user_id } = principalOf(request);
      const answer = await runCommand(kernel, commandContext(request, kernel), (trx) =>
        change(trx, user_id, request.body),
      );
      return sendAnswer(reply, answer);
    },
  });
};
