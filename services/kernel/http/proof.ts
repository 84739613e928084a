import type { FastifyRequest } from 'fastify';
import { Refusal, refusalAt } from '#contracts/api/errors.ts';
import { requestWords } from '#contracts/words/requests.en.ts';
import type { Policy } from '../auth/policy.ts';
import type { Principal } from '../auth/principal.ts';
import type { Kernel, Proof } from '../kernel.ts';

/** For how long a proof, and a sign-in, opens the acts that need one, in its session. */
export const proofSeconds = 600;

const bodyOf = (body: unknown): Record<string, unknown> => (body ?? {}) as Record<string, unknown>;

type Confirm = NonNullable<Extract<Policy, { caller: 'user' }>['confirm']>;

const isAsked = (confirm: Confirm, body: Record<string, unknown>): boolean => {
  if (confirm === true) return true;
  return 'unless' in confirm ? body[confirm.unless] !== true : confirm.some((field) => body[field] !== undefined);
};

/** Takes the proof out of a body: nothing behind this sees or keeps it. What the route says is its own stays. */
const takeProof = (request: FastifyRequest, proofs: readonly Proof[]): { proof: Proof; given: unknown } | null => {
  const own = request.routeOptions.config.notProofs ?? [];
  const isGiven = ({ field }: Proof) => !own.includes(field) && bodyOf(request.body)[field] !== undefined;
  const [proof, ...others] = proofs.filter(isGiven);
  if (!proof) return null;
  const { [proof.field]: given, ...rest } = bodyOf(request.body);
  for (const { field } of others) delete rest[field];
  request.body = rest;
  return { proof, given };
};

const confirmedAt = async ({ db }: Pick<Kernel, 'db'>, sessionId: string): Promise<number> => {
  const row = await db.query
    .selectFrom('session')
    .select('confirmed_at')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row?.confirmed_at?.getTime() ?? Number.NEGATIVE_INFINITY;
};

/** Refuses who gave no proof: by the password for who has one, else with what they have at its fields. */
const askForProof = async (kernel: Kernel, userId: string): Promise<never> => {
  const ways: Proof[] = [];
  for (const proof of kernel.proofs) {
    if (!(await proof.held(kernel, userId))) continue;
    if (proof.asked !== 'ConfirmationRequired') throw refusalAt(proof.field, proof.asked);
    ways.push(proof);
  }
  if (ways.length === 0) throw new Refusal('ConfirmationRequired');
  const said = requestWords.confirmYourself;
  throw new Refusal(
    'ConfirmationRequired',
    said,
    ways.map(({ field }) => ({ path: field, said })),
  );
};

/**
 * Lets an act that `confirm` asks a proof for through with one of the last 10 minutes in its session, or with one in its
 * own body, which then counts for the next 10 minutes. Refuses as the proof does that the person has (PasswordRequired)
 * when none is there, with ConfirmationRequired who has no password: its `errors` name the fields that would do. A wrong
 * one is refused as it says (PasswordWrong).
 */
export const requireProof = async (
  kernel: Kernel,
  request: FastifyRequest,
  { user_id, session_id, login_as }: Principal,
  confirm: Confirm,
): Promise<void> => {
  const { proofs, db, now } = kernel;
  const taken = takeProof(request, proofs);
  if (!isAsked(confirm, bodyOf(request.body))) return;
  if (login_as) throw new Refusal('PermissionDenied', requestWords.asSomebodyElse);
  if (taken) {
    await taken.proof.require(kernel, request, user_id, taken.given);
    const confirmed_at = new Date(now());
    await db.query
      .updateTable('session')
      .set({ confirmed_at, ...(taken.proof.isFactor ? { factor_at: confirmed_at } : {}) })
      .where('id', '=', session_id)
      .execute();
    // Who has shown a factor may do more, in every process.
    if (taken.proof.isFactor) kernel.notifier.notify('access');
    return;
  }
  if ((await confirmedAt(kernel, session_id)) > now() - proofSeconds * 1000) return;
  await askForProof(kernel, user_id);
};
