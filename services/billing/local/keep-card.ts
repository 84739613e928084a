import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contracts/api/errors.ts';
import type { EpochMs } from '#contracts/time.ts';
import { subscriptionWords } from '#contracts/words/subscription.en.ts';
import { transaction } from '#kernel/db/transaction.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { TestCard } from './test-cards.ts';

/** How many years a test card is good for. */
const goodForYears = 4;

interface CardSession {
  account_id: string;
  return_url: string;
  /** The card that was entered on it; null while none was. */
  method_id: string | null;
}
type On = Pick<Kernel['db']['pool'], 'query'>;

/** The open page of a card that is being added; refuses one that is not there, or has expired. `lock` is held until the transaction ends. */
export const readCardSession = async (
  on: On,
  sessionId: string,
  now: EpochMs,
  lock: '' | 'for update' = '',
): Promise<CardSession> => {
  const { rows } = await on.query<CardSession>(
    `select account_id, return_url, method_id from card_session where id = $1 and expires_at > to_timestamp($2) ${lock}`,
    [sessionId, now / 1000],
  );
  if (!rows[0]) throw new Refusal('LinkExpired', subscriptionWords.cardSessionEnded);
  return rows[0];
};

const fingerprintOf = (number: string): string => createHash('sha256').update(number).digest('hex').slice(0, 16);

/** Keeps a test card of an account under an id. */
export const insertTestCard = async (
  on: On,
  { id, account_id }: { id: string; account_id: string },
  { number, declines_from }: TestCard,
  now: EpochMs,
): Promise<void> => {
  const year = new Date(now).getUTCFullYear() + goodForYears;
  await on.query(
    `insert into payment_method (id, account_id, provider, brand, last4, exp_month, exp_year, fingerprint, declines_from, created_at)
       values ($1, $2, 'local', 'Visa', $3, 12, $4, $5, $6, to_timestamp($7))`,
    [id, account_id, number.slice(-4), year, fingerprintOf(number), declines_from, now / 1000],
  );
};

/**
 * Keeps a test card for a page, once. The same number sent again changes nothing, and another one is not `kept`. Answers
 * where the page leads back to.
 */
export const keepTestCard = async (
  { db, now }: Pick<Kernel, 'db' | 'now'>,
  sessionId: string,
  card: TestCard,
): Promise<{ back: string; kept: boolean }> =>
  transaction(db, async ({ client }) => {
    const { account_id, return_url, method_id } = await readCardSession(client, sessionId, now(), 'for update');
    if (method_id !== null) {
      const { rowCount } = await client.query('select from payment_method where id = $1 and fingerprint = $2', [
        method_id,
        fingerprintOf(card.number),
      ]);
      return { back: return_url, kept: rowCount === 1 };
    }
    const id = uuidv7();
    await insertTestCard(client, { id, account_id }, card, now());
    await client.query('update card_session set method_id = $2 where id = $1', [sessionId, id]);
    return { back: return_url, kept: true };
  });
