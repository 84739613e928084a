import { createHash } from 'node:crypto';
import { Refusal } from '#contracts/api/errors.ts';
import { type Trx, transaction } from '../db/transaction.ts';
import { say } from '../platform/say.ts';
import type { CommandAnswer, CommandContext, CommandKernel, IdempotencyKey } from './command-trx.ts';

/** Somebody else's request with the same Idempotency-Key was answered first. */
export class IdempotencyConflict extends Error {}

/** By the body that was received: each command of a bulk call asks for the hash of the same one, which names all its things. */
const hashes = new WeakMap<object, string>();
const bodyHash = (body: unknown): string => {
  const known = body instanceof Object ? hashes.get(body) : undefined;
  if (known !== undefined) return known;
  const hash = createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest('hex');
  if (body instanceof Object) hashes.set(body, hash);
  return hash;
};

/** The answer that a request with this key was given before, or null; refuses a key that came with another body. */
export const findAnswer = async (
  trx: Trx,
  { user_id, key, route, body }: IdempotencyKey,
): Promise<CommandAnswer | null> => {
  const { rows } = await trx.client.query<{ body_hash: string; status: number; answer: unknown }>({
    name: 'find-answer',
    text: 'select body_hash, status, answer from idempotency where user_id = $1 and key = $2 and route = $3',
    values: [user_id, key, route],
  });
  const row = rows[0];
  if (!row) return null;
  if (row.body_hash !== bodyHash(body)) throw new Refusal('IdempotencyKeyReused');
  return { status: row.status, ...(row.answer as { data: unknown; message?: string }) };
};

/**
 * The answer that a request with this Idempotency-Key was given before, or null. For commands that ask the outside world
 * first: a repetition must not depend on what that says today.
 */
export const storedAnswer = async (
  { db, metrics }: Pick<CommandKernel, 'db' | 'metrics'>,
  { idempotency }: Pick<CommandContext, 'idempotency'>,
): Promise<CommandAnswer | null> => {
  const stored = idempotency && (await transaction(db, (trx) => findAnswer(trx, idempotency)));
  if (stored) metrics.commands.inc({ outcome: 'replayed' });
  return stored;
};

const storeFailure = (error: unknown): unknown =>
  (error as { constraint?: string }).constraint === 'idempotency_pkey' ? new IdempotencyConflict() : error;

/** Stores the answer for repetitions. The transaction throws an IdempotencyConflict when another one did so meanwhile. */
export const storeAnswer = (trx: Trx, { user_id, key, route, body }: IdempotencyKey, answer: CommandAnswer): void => {
  const { status, data, message } = answer;
  const stored = typeof message === 'object' ? { data, message: say(message) } : { data, message };
  trx.defer(
    {
      name: 'keep-answer',
      text: 'insert into idempotency (user_id, key, route, body_hash, status, answer) values ($1, $2, $3, $4, $5, $6)',
      values: [user_id, key, route, bodyHash(body), status, JSON.stringify(stored)],
    },
    storeFailure,
  );
};
