import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import type { PersonalChange } from '#contracts/event.ts';
import { toSeconds } from '#contracts/time.ts';
import { confirmUser, type UserPatch, userPatch } from '#contracts/user/proofs.ts';
import { confirmed } from '#contracts/user/rows.ts';
import type { UserState } from '#contracts/user/state.ts';
import { userWords } from '#contracts/words/user.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandTrx, currentPrincipal } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { normalizeEmail, readPersonal, storePersonal } from '#kernel/db/personal.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { proofSeconds, requireProof } from '#kernel/http/proof.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { say } from '#kernel/platform/say.ts';
import { limitEnumeration } from '#kernel/sessions/enumeration-limit.ts';
import { endLinks } from '#kernel/sessions/links.ts';
import { decideUser } from './decide.ts';
import { requestEmail } from './email-change.ts';
import { sendConfirmCode } from './factors/confirm-code.ts';
import { principalWithFactor } from './factors/person.ts';

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
    changes.push({ field, from_ref, to_ref: await storePersonal(trx, user.id, field, value) });
  }
  return changes;
};

const change = async (trx: CommandTrx, principal: Principal, patch: UserPatch) => {
  const { user_id: userId, session_id } = await currentPrincipal(trx, principal);
  let user = await load<UserState>(trx, `user-${userId}`);
  const { email_ref, firstname_ref, lastname_ref } = user.state;
  const refs = [email_ref, firstname_ref, lastname_ref];
  const person = await readPersonal(
    trx,
    refs.filter((ref) => ref !== null),
  );
  const changes = await nameChanges(trx, user.state, person, patch);
  const events = decideUser({ type: 'ChangeName', changes }, user.state);
  if (patch.settings) events.push(...decideUser({ type: 'ChangeNotifications', patch: patch.settings }, user.state));
  if (patch.onboarded) events.push(...decideUser({ type: 'EndOnboarding' }, user.state));
  if (patch.pending_email === null) {
    events.push(...decideUser({ type: 'CancelEmailChange' }, user.state));
    await endLinks(trx, userId, ['confirm_email_change'], trx.context.now);
  }
  user = { ...user, ...(await save(trx, user, events)) };
  const wanted = patch.email && normalizeEmail(patch.email);
  const isNew = wanted !== undefined && wanted !== normalizeEmail(person(email_ref));
  if (isNew) user = await requestEmail(trx, user, patch.email!, session_id);
  const message = say(isNew ? userWords.savedAndMailed : userWords.saved);
  return { status: 200, data: { id: userId, version: user.version }, message };
};

/** Changing one's own name, e-mail and notifications, and showing that it is still the person. */
export const userRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'PATCH',
    url: '/api/user',
    config: {
      policy: { caller: 'user', confirm: ['email'], login_as: { unless: ['email', 'pending_email'] } },
      command: true,
    },
    schema: {
      summary: 'Update your name, email or notifications',
      description:
        'To change the email, sign in or confirm your password within 10 minutes before, or send `password`. Otherwise the answer is 422 PasswordRequired. The new email stays pending until its link is opened, which ends all other sessions. `pending_email: null` keeps the present one. The old email gets a link that undoes the change for 7 days.',
      tags: ['Users'],
      body: userPatch,
      response: { 200: success(z.object({ id: z.string(), version: z.int() })) },
    },
    handler: async (request, reply) => {
      const { principal, context } = request.command!;
      const work = () => runCommand(kernel, context, (trx) => change(trx, principal, request.body));
      const asksWhoExists = request.body.email !== undefined;
      return sendAnswer(reply, await (asksWhoExists ? limitEnumeration(kernel, principal.user_id, work) : work()));
    },
  });
  server.route({
    method: 'POST',
    url: '/api/user/confirm',
    config: { policy: { caller: 'user' }, noStore: true },
    schema: {
      summary: "Confirm that it's you",
      description:
        'Takes your password, a code, a recovery code or a passkey. Allows actions that need a recent confirmation for 10 minutes in this session. A wrong password answers 422 PasswordWrong and counts toward the sign-in limit. With `method: "sms"` a code is sent to your phone. With `for: "factors"`, answers 422 ConfirmationRequired as changing your second factors would: if you have a passkey or an authenticator app, and this session has shown none.',
      tags: ['Users'],
      body: confirmUser,
      response: { 200: success(confirmed.nullable()) },
    },
    handler: async (request) => {
      const principal = principalOf(request);
      if (request.body.method === 'sms') return sendConfirmCode(kernel, request, principal);
      await requireProof(kernel, request, principal, true);
      if (request.body.for === 'factors')
        await runCommand(kernel, commandContext(request, kernel), async (trx) => {
          await principalWithFactor(trx, principal);
          return { status: 200, data: null };
        });
      return { data: { ts_end: toSeconds(kernel.now()) + proofSeconds } };
    },
  });
};
