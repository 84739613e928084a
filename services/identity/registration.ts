import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { isRefusedProfile } from '#contracts/account/refused-profile.ts';
import type { AccountState } from '#contracts/account/state.ts';
import { success } from '#contracts/api/envelope.ts';
import { invalidField, Refusal, refusalAt } from '#contracts/api/errors.ts';
import { id } from '#contracts/api/ids.ts';
import { type Registration, registerInvited, registration } from '#contracts/user/commands.ts';
import { totpSecret } from '#contracts/user/factor-rows.ts';
import { joinStep } from '#contracts/user/sign-in.ts';
import type { UserState } from '#contracts/user/state.ts';
import { accountWords } from '#contracts/words/account.en.ts';
import { userWords } from '#contracts/words/user.en.ts';
import type { CommandAnswer, CommandTrx } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { releaseClaimsOf } from '#kernel/db/claims.ts';
import { type FoundDeal, findDeal } from '#kernel/db/deal-code.ts';
import { readPersonal, storePersonal } from '#kernel/db/personal.ts';
import { requireWithinLimit } from '#kernel/db/rate-limit.ts';
import { claimReferralToken, referrerOf } from '#kernel/db/referral-token.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { bearerToken, commandContext } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { inspectLink, useLink } from '#kernel/sessions/links.ts';
import { actingAs } from '#kernel/sessions/security.ts';
import { countRegistration, limitAnonymous } from './anonymous-limits.ts';
import { decideUser, openAccount } from './decide.ts';
import { keepStep, type StepDone, takeJoinStep } from './factors/second-step.ts';
import { passwordOwner, requireGoodPassword } from './password-rule.ts';
import { hashPassword, keepPassword } from './passwords.ts';
import { keepSignUpBrowser } from './sign-up-browser.ts';
import { requireFree, takeAddress } from './take-address.ts';
import { orMailFirstLink } from './verification-mail.ts';

const registered = z.object({ user_id: id, account_id: id });
type Registered = z.infer<typeof registered>;

/** Keeps both names of a user as personal values; answers their references. */
export const keepNames = async (trx: CommandTrx, userId: string, body: { firstname: string; lastname: string }) => ({
  firstname_ref: await storePersonal(trx, userId, 'firstname', body.firstname),
  lastname_ref: await storePersonal(trx, userId, 'lastname', body.lastname),
});

/**
 * Looks at the codes that a sign-up came with, before its address is: what is wrong with them tells nothing about that.
 * Refuses a referral code that is none, and a deal code that is none or was used; answers the deal.
 */
export const checkCodes = async (
  { db }: Pick<Kernel, 'db'>,
  { referral_token, appsumo_token }: Pick<Registration, 'referral_token' | 'appsumo_token'>,
): Promise<FoundDeal | null> => {
  if (referral_token && !(await referrerOf(db, referral_token)))
    throw invalidField('referral_token', accountWords.wrongCode);
  return appsumo_token ? findDeal(db.pool, appsumo_token) : null;
};

/**
 * Makes an account of somebody's own and its owner, who takes the address; what follows acts for them. `deal` is the code they
 * came with, as it was found before. Refuses with UserExists, and a deal code used meanwhile.
 */
export const openOwnAccount = async (
  plain: CommandTrx,
  body: Omit<Registration, 'password' | 'gdpr'>,
  deal: FoundDeal | null,
) => {
  const { context } = plain;
  const account_id = uuidv7();
  const user_id = uuidv7();
  const trx = actingAs(plain, { id: user_id, account_id });
  await takeAddress(trx, body.email, user_id);
  const account = await load<AccountState>(trx, `account-${account_id}`);
  const opened = openAccount(
    { ...body, appsumo_token: deal?.id ?? null },
    context.now,
    await claimReferralToken(trx, account_id),
  );
  await save(trx, account, opened);
  await trx.query
    .insertInto('account_key')
    .values({ account_id, viewer_key: randomBytes(32) })
    .execute();
  const email_ref = await storePersonal(trx, user_id, 'email', body.email);
  const names = await keepNames(trx, user_id, body);
  const user = await load<UserState>(trx, `user-${user_id}`);
  const saved = await save(trx, user, decideUser({ type: 'Register', account_id, email_ref, ...names }, user.state));
  if (deal) await trx.kernel.redeemDeal(trx, account_id, deal);
  return { trx, user: { ...user, ...saved } };
};

const register = async (
  plain: CommandTrx,
  body: Registration,
  deal: FoundDeal | null,
  passwordHash: string,
): Promise<CommandAnswer<Registered> & { cookie: string }> => {
  const { trx, user } = await openOwnAccount(plain, body, deal);
  const { id: user_id, account_id } = user.state;
  await keepPassword(trx, user_id, passwordHash);
  await enqueueEffect(trx, user.recorded[0]!.meta.event_id, 'mail', { template: 'verify_email', user_id });
  const cookie = await keepSignUpBrowser(trx, user_id);
  return { status: 201, data: { user_id, account_id }, message: userWords.signedUp, cookie };
};

const accept = async (
  plain: CommandTrx,
  token: string,
  body: Pick<z.infer<typeof registerInvited>, 'firstname' | 'lastname'>,
  passwordHash: string,
  step: StepDone,
): Promise<CommandAnswer<Registered>> => {
  const link = await useLink(plain, token, ['invitation'], plain.context.now);
  if (!link) throw new Refusal('LinkExpired');
  const { user_id, email_ref } = link;
  const user = await load<UserState>(plain, `user-${user_id}`);
  const { account_id } = user.state;
  const trx = actingAs(plain, { id: user_id, account_id });
  const names = await keepNames(trx, user_id, body);
  const events = decideUser({ type: 'AcceptInvitation', email_ref, ...names }, user.state);
  await takeAddress(trx, (await readPersonal(trx, [email_ref]))(email_ref), user_id);
  await releaseClaimsOf(trx, 'invitation', user_id);
  await save(trx, user, events);
  await keepPassword(trx, user_id, passwordHash);
  await keepStep(trx, { id: user_id, account_id }, step);
  return { status: 201, data: { user_id, account_id }, message: userWords.signedUp };
};

/** Signing up: with an account of one's own, or into the team that invited. */
export const registrationRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/registration',
    onRequest: limitAnonymous(kernel),
    config: { policy: { caller: 'anyone' } },
    schema: {
      summary: 'Create an account',
      tags: ['Sign-in'],
      body: registration,
      response: { 201: success(registered) },
    },
    handler: async (request, reply) => {
      if (isRefusedProfile(request.body.profile ?? {})) throw refusalAt('profile.app_id', 'AppRefused');
      const { email, password, name } = request.body;
      requireGoodPassword(kernel.config, password, { ...request.body, company: name });
      // A mistake in the form costs nobody a sign-up of their network: only what looks at the address is counted.
      const deal = await checkCodes(kernel, request.body);
      requireWithinLimit(await countRegistration(kernel, kernel.db, request, kernel.now()));
      return orMailFirstLink(kernel, request, reply, email, true, async () => {
        await requireFree(kernel, email);
        const passwordHash = await hashPassword(password);
        const answer = await runCommand(kernel, commandContext(request, kernel), async (trx) => {
          const { cookie, ...made } = await register(trx, request.body, deal, passwordHash);
          trx.afterCommit(() => void reply.header('set-cookie', cookie));
          return made;
        });
        return sendAnswer(reply, answer);
      });
    },
  });
  server.route({
    method: 'POST',
    url: '/api/register-invited-user',
    onRequest: limitAnonymous(kernel),
    config: { policy: { caller: 'invited' } },
    schema: {
      summary: 'Accept an invitation',
      description:
        'Where the account asks everyone for a second factor, `phone_number` is required (403 PhoneNumberRequired). The answer is then `otp_code_sent`. Send the same body with `otp_code` to finish. With `method: "totp"` instead, the answer is `authenticator_setup` with the secret of an app. Send the same body with its `totp_code` to finish.',
      tags: ['Sign-in'],
      body: registerInvited.extend(joinStep),
      response: { 200: success(totpSecret.nullable()), 201: success(registered) },
    },
    handler: async (request, reply) => {
      const token = bearerToken(request);
      const link = await inspectLink(kernel.db, token, kernel.now());
      if (link?.purpose !== 'invitation') throw new Refusal('LinkExpired');
      const owner = await passwordOwner(kernel, link.user_id, request.body);
      requireGoodPassword(kernel.config, request.body.password, owner);
      return orMailFirstLink(kernel, request, reply, owner.email, false, async () => {
        await requireFree(kernel, owner.email);
        const step = await takeJoinStep(kernel, request, link.user_id, request.body);
        if ('data' in step) return reply.code(200).send(step);
        const passwordHash = await hashPassword(request.body.password);
        const answer = await runCommand(kernel, commandContext(request, kernel), (trx) =>
          accept(trx, token, request.body, passwordHash, step),
        );
        return sendAnswer(reply, answer);
      });
    },
  });
};
