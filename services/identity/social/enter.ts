import type { FastifyReply, FastifyRequest } from 'fastify';
import { isRefusedProfile } from '#contracts/account/refused-profile.ts';
import { Refusal, refusalAt } from '#contracts/api/errors.ts';
import type { SocialBody } from '#contracts/user/social.ts';
import type { SocialProvider } from '#contracts/user/social-providers.ts';
import type { UserState } from '#contracts/user/state.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { save } from '#kernel/commands/streams.ts';
import { claimOf } from '#kernel/db/claims.ts';
import { requireWithinLimit } from '#kernel/db/rate-limit.ts';
import { loadStream } from '#kernel/event-store/read.ts';
import { needsLink } from '#kernel/factors/factors.ts';
import { requireLocalDemo } from '#kernel/http/demo-account.ts';
import { clientOf, commandContext } from '#kernel/http/request.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { countFailedSignIn } from '#kernel/sessions/failed-sign-ins.ts';
import { browserHash } from '#kernel/sessions/known-browser.ts';
import { actingAs } from '#kernel/sessions/security.ts';
import { countRegistration } from '../anonymous-limits.ts';
import { decideUser, requireUnleft } from '../decide.ts';
import {
  recordStep,
  requireStillUnasked,
  type StepAnswer,
  type StepDone,
  takeSecondStep,
} from '../factors/second-step.ts';
import { holdSecret } from '../passwords.ts';
import { checkCodes, openOwnAccount } from '../registration.ts';
import { disabled, type SignedIn, startSignedIn } from '../sign-in.ts';
import { requireFree } from '../take-address.ts';
import { type MailedAgain, mailVerificationAgain, orMailFirstLink } from '../verification-mail.ts';
import { findKnown, type KnownPerson, linkIdentity } from './identities.ts';
import { takeTicket } from './tickets.ts';
import { ticketExpired, type Vouched } from './who.ts';

/** A request that signs somebody in, and its answer. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  provider: SocialProvider;
  body: SocialBody;
}

const secondStep = (
  kernel: Kernel,
  { request, body }: Exchange,
  userId: string,
  addressKey: string,
): Promise<StepDone | StepAnswer> =>
  takeSecondStep(kernel, request, userId, body, () =>
    countFailedSignIn(kernel, userId, addressKey, { request_id: request.id, ...clientOf(request) }),
  );

const enter = async (
  plain: CommandTrx,
  { provider, request }: Exchange,
  { person, ticket }: Vouched,
  { asked, step, addressKey }: { asked: KnownPerson; step: StepDone; addressKey: string },
): Promise<SignedIn | ({ refusal: 'EmailNotVerified' | 'SignInLinkSent' } & Partial<MailedAgain>)> => {
  const { kernel, context } = plain;
  await holdSecret(plain, asked.user.id);
  const found = await findKnown(plain, kernel, person);
  if (found?.user.id !== asked.user.id) throw new Refusal('SocialLoginFailed');
  const { user, linked } = found!;
  const trx = actingAs(plain, user);
  // Before anything that they could do nothing about: no second step was asked of them.
  if (user.disabled) throw disabled(kernel.config);
  if (!user.verified)
    return { refusal: 'EmailNotVerified', ...(await mailVerificationAgain(trx, user.id, { addressKey, request })) };
  if (await needsLink(trx, user.id)) return { refusal: 'SignInLinkSent' };
  await requireStillUnasked(trx, user, step);
  if (!(await takeTicket(trx, ticket, context.now))) throw ticketExpired(provider);
  if (!linked) {
    const eventId = await linkIdentity(trx, provider, person, user.id);
    await enqueueEffect(trx, eventId, 'factor_notice', { user_id: user.id });
  }
  const entry = await startSignedIn(trx, user, browserHash(kernel, request));
  await recordStep(trx, user, entry.session.session_id, step);
  return entry;
};

/** Signs in whom a provider has vouched for and who is known here, or answers what the second step asks. */
export const enterKnown = async (
  kernel: Kernel,
  exchange: Exchange,
  vouched: Vouched,
  asked: KnownPerson,
): Promise<SignedIn | StepAnswer> => {
  const { request, reply, provider } = exchange;
  const { id, account_id } = asked.user;
  const email = vouched.person.email;
  await requireLocalDemo(kernel, request, { account_id, ...(email === null ? {} : { email }) });
  // Before a second step is asked for, which would open nothing; whom staff have disabled is told that instead.
  if (!asked.linked && !asked.user.disabled)
    requireUnleft((await loadStream<UserState>(kernel.db.pool, `user-${id}`)).state, provider);
  const addressKey = (await claimOf(kernel.db, 'email', id)) ?? id;
  const step = await secondStep(kernel, exchange, id, addressKey);
  if ('data' in step) return step;
  const { data } = await runCommand(kernel, commandContext(request, kernel), async (trx) => ({
    status: 200,
    data: await enter(trx, exchange, vouched, { asked, step, addressKey }),
  }));
  if (!('refusal' in data)) return data;
  if (data.cookie) reply.header('set-cookie', data.cookie);
  throw new Refusal(data.refusal, data.said);
};

/**
 * Makes an account and its owner, verified and without a password, of whom a provider has vouched for, and signs them in.
 * Refuses as POST /registration does.
 */
export const enterNew = async (
  kernel: Kernel,
  { request, reply, provider, body }: Exchange,
  { person, ticket }: Vouched,
  email: string,
): Promise<SignedIn> => {
  if (isRefusedProfile(body.profile ?? {})) throw refusalAt('profile.app_id', 'AppRefused');
  const { firstname, lastname } = person;
  const deal = await checkCodes(kernel, body);
  requireWithinLimit(await countRegistration(kernel, kernel.db, request, kernel.now()));
  return orMailFirstLink(kernel, request, reply, email, true, async () => {
    await requireFree(kernel, email);
    const { data } = await runCommand(kernel, commandContext(request, kernel), async (plain) => {
      if (!(await takeTicket(plain, ticket, plain.context.now))) throw ticketExpired(provider);
      const { trx, user } = await openOwnAccount(
        plain,
        { ...body, name: body.name!, email, firstname, lastname },
        deal,
      );
      const { id, email_ref } = user.state;
      await save(trx, user, decideUser({ type: 'VerifyEmail', email_ref: email_ref! }, user.state));
      await linkIdentity(trx, provider, person, id);
      return { status: 201, data: await startSignedIn(trx, user.state, browserHash(kernel, request)) };
    });
    return data;
  });
};
