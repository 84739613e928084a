import type { FastifyRequest } from 'fastify';
import { Refusal, refusalAt, refusedTry } from '#contracts/api/errors.ts';
import type { FactorMethod } from '#contracts/user/factor-methods.ts';
import type { TotpSecret } from '#contracts/user/factor-rows.ts';
import type { JoinStep, SecondStep } from '#contracts/user/sign-in.ts';
import { userWords } from '#contracts/words/user.en.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import type { UserFacts } from '#kernel/commands/facts.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { countUse, mailLimit } from '#kernel/db/rate-limit.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { asksForFactor, hasOwnFactor, methodsOf, needsLink, readFactors } from '#kernel/factors/factors.ts';
import { tryFactor } from '#kernel/factors/tries.ts';
import { commandContext } from '#kernel/http/request.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { actingAs } from '#kernel/sessions/security.ts';
import { requestCode, takeCode } from '#kernel/sms/codes.ts';
import { readPhoneNumber } from '#kernel/sms/phone-number.ts';
import { changeFactors } from './change.ts';
import { countedField, requireFactor } from './check.ts';
import { noteFactor, readPerson } from './person.ts';
import { keepPhone, phoneOf, requirePhoneCode } from './phone-codes.ts';
import { beginTotp, finishTotp, takeTotp } from './totp.ts';

/** What is answered instead of a session while the second step is not done. */
export type StepAnswer = { data: { methods: FactorMethod[] }; message: 'second_factor' } | FirstAnswer;
/** What is answered to who sets up a first factor. */
type FirstAnswer = { data: TotpSecret; message: 'authenticator_setup' } | { data: null; message: 'otp_code_sent' };

/**
 * A second step that is done, or was not asked for (`method` null). In it `phone` was shown to be the person's, or an
 * authenticator app was set up (`isNewApp`).
 */
export interface StepDone {
  method: FactorMethod | null;
  phone: string | null;
  isNewApp?: true;
}

/** An app that is set up while signing in. */
const beforeSession = { session_id: null };
const done = (method: FactorMethod | null, phone: string | null = null): StepDone => ({ method, phone });

const userAndAccount = ({ db, facts }: Kernel, userId: string) =>
  transaction(db, async (trx) => {
    const user = await facts.user(trx, userId);
    return { user, account: user && (await facts.account(trx, user.account_id, 'none')) };
  });

/** Mails whoever's factors were reset the link without which they do not get in. */
const refuseWithoutLink = async (kernel: Kernel, request: FastifyRequest, { id, account_id }: UserFacts) => {
  const context = commandContext(request, kernel);
  await runCommand(kernel, context, async (plain) => {
    const trx = actingAs(plain, { id, account_id });
    const limit = mailLimit(kernel.config.LIMIT_MAILS, 'confirm_sign_in', id);
    if ((await countUse(trx, limit, context.now)) === 0)
      await enqueueEffect(trx, context.correlation_id, 'mail', { template: 'confirm_sign_in', user_id: id });
    return { status: 200, data: null };
  });
  throw new Refusal('SignInLinkSent');
};

const sendCode = async (
  kernel: Kernel,
  request: FastifyRequest,
  { id, account_id }: UserFacts,
  number: string,
  isVerified: boolean,
): Promise<FirstAnswer> => {
  await runCommand(kernel, commandContext(request, kernel), async (plain) => {
    const trx = actingAs(plain, { id, account_id });
    await requestCode(trx, { user_id: id, purpose: 'sign_in', number }, account_id, isVerified);
    return { status: 200, data: null };
  });
  return { data: null, message: 'otp_code_sent' };
};

/** Shows a first number to be somebody's. */
const firstNumber = async (
  kernel: Kernel,
  request: FastifyRequest,
  user: UserFacts,
  { phone_number, otp_code }: Pick<SecondStep, 'phone_number' | 'otp_code'>,
): Promise<StepDone | FirstAnswer> => {
  if (phone_number === undefined) throw new Refusal('PhoneNumberRequired');
  const number = readPhoneNumber(kernel.config, phone_number);
  if (otp_code === undefined) return sendCode(kernel, request, user, number, false);
  await takeCode(kernel, { user_id: user.id, purpose: 'sign_in', number }, otp_code);
  return done('sms', number);
};

/** Makes the secret of a first authenticator app, which waits for one of its codes. */
const beginApp = async (
  kernel: Kernel,
  request: FastifyRequest,
  { id, account_id }: UserFacts,
): Promise<FirstAnswer> => {
  const { data } = await runCommand(kernel, commandContext(request, kernel), async (plain) => {
    const trx = actingAs(plain, { id, account_id });
    const { email } = await readPerson(trx, { user_id: id });
    return { status: 200, data: await beginTotp(trx, id, email, beforeSession) };
  });
  return { data, message: 'authenticator_setup' };
};

/**
 * The second step of whoever has no factor yet in an account that asks for one: they show a first number to be theirs, or
 * set up an authenticator app.
 */
const firstFactor = async (
  kernel: Kernel,
  request: FastifyRequest,
  user: UserFacts,
  given: JoinStep,
): Promise<StepDone | FirstAnswer> => {
  const { method, totp_code } = given;
  if (totp_code !== undefined) {
    const { left, wasRight } = await tryFactor(kernel, user.id);
    if (!(await takeTotp(kernel, user.id, totp_code, beforeSession)))
      throw refusedTry('totp_code', 'OtpCodeNotValid', left);
    await wasRight();
    return { ...done('totp'), isNewApp: true };
  }
  return method === 'totp' ? beginApp(kernel, request, user) : firstNumber(kernel, request, user, given);
};

const takeStep = async (
  kernel: Kernel,
  request: FastifyRequest,
  userId: string,
  given: SecondStep,
): Promise<StepDone | StepAnswer> => {
  const { user, account } = await userAndAccount(kernel, userId);
  // Whoever may not sign in is told so by the sign-in itself.
  if (user?.phase !== 'member' || !user.verified || user.disabled) return done(null);
  if (await needsLink(kernel.db, userId)) return refuseWithoutLink(kernel, request, user);
  const factors = await readFactors(kernel.db, userId);
  const isAsked = account?.sms_otp ?? false;
  const hasOwn = hasOwnFactor(factors);
  if (!hasOwn && !isAsked) return done(null);
  if (!hasOwn && !factors.some(({ type }) => type === 'sms')) return firstFactor(kernel, request, user, given);
  const field = countedField(given);
  if (field) return done(await requireFactor(kernel, userId, field, given));
  const methods = methodsOf(factors, isAsked);
  if (given.otp_code !== undefined) {
    if (!methods.includes('sms')) throw refusalAt('otp_code', 'OtpCodeNotValid');
    await requirePhoneCode(kernel, userId, 'sign_in', given.otp_code);
    return done('sms');
  }
  const wantsSms = given.method === 'sms' || (methods.length === 1 && methods[0] === 'sms');
  const number = wantsSms && methods.includes('sms') ? await phoneOf(kernel.db, userId) : null;
  if (number !== null) return sendCode(kernel, request, user, number, true);
  return { data: { methods }, message: 'second_factor' };
};

const wrongFactors = new Set(['OtpCodeNotValid', 'PasskeyNotValid']);

/**
 * The second step of somebody whose password was right: what it is done with is used up, or the answer says what is asked.
 * Only who has a factor, or whose account asks everybody for one, is asked at all. Refuses a wrong one at its field, once
 * `onWrong` has counted it.
 */
export const takeSecondStep = async (
  kernel: Kernel,
  request: FastifyRequest,
  userId: string,
  given: SecondStep,
  onWrong: () => Promise<void>,
): Promise<StepDone | StepAnswer> => {
  try {
    return await takeStep(kernel, request, userId, given);
  } catch (error) {
    if (error instanceof Refusal && wrongFactors.has(error.code)) await onWrong();
    throw error;
  }
};

/**
 * What an invitation into an account that asks everybody for a factor needs beside the password: a number that is shown to be
 * the person's by a code, or an authenticator app. In any other account nothing is asked.
 */
export const takeJoinStep = async (
  kernel: Kernel,
  request: FastifyRequest,
  userId: string,
  given: JoinStep,
): Promise<StepDone | FirstAnswer> => {
  const { user, account } = await userAndAccount(kernel, userId);
  return user && account?.sms_otp ? firstFactor(kernel, request, user, given) : done(null);
};

/**
 * Refuses with Conflict, in the transaction in which a session starts, who was asked for no factor and is by now: they had one
 * set up, or their account asks for one, since the step was taken.
 */
export const requireStillUnasked = async (
  trx: CommandTrx,
  user: { id: string; account_id: string },
  { method }: StepDone,
): Promise<void> => {
  if (method === null && (await asksForFactor(trx, trx.kernel, user)))
    throw new Refusal('Conflict', userWords.askedSince);
};

/** Keeps what somebody has shown or set up in a second step. */
export const keepStep = async (
  trx: CommandTrx,
  user: { id: string; account_id: string },
  { phone, isNewApp }: StepDone,
): Promise<void> => {
  if (phone !== null) await keepPhone(trx, { user_id: user.id, account_id: user.account_id }, phone);
  if (isNewApp) {
    // Set up by two at once: whoever was first keeps theirs.
    const isFirst = !hasOwnFactor(await readFactors(trx, user.id));
    if (!isFirst || !(await finishTotp(trx, user.id, beforeSession))) throw refusalAt('totp_code', 'OtpCodeNotValid');
    await changeFactors(trx, { user_id: user.id, account_id: user.account_id }, { type: 'EnableTotp' });
  }
};

/** Keeps what a second step has shown, in the transaction in which its session starts. */
export const recordStep = async (
  trx: CommandTrx,
  user: { id: string; account_id: string },
  sessionId: string,
  step: StepDone,
): Promise<void> => {
  await keepStep(trx, user, step);
  if (step.method === null || step.method === 'sms') return;
  await noteFactor(trx, sessionId);
};
