import { createHmac } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contracts/api/errors.ts';
import { toEpochMs, toSeconds } from '#contracts/time.ts';
import { subscriptionWords } from '#contracts/words/subscription.en.ts';
import { transaction } from '#kernel/db/transaction.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { TestCard } from './test-cards.ts';

/** How many years a test card is good for. */
const goodForYears = 4;

type Session = { account_id: string; return_url: string; method_id: string | null };

/** The open page of a card that is being added. */
export const readCardSession = async ({ db, now }: Pick<Kernel, 'db' | 'now'>, sessionId: string): Promise<Session> => {
  const { rows } = await db.pool.query<Session>(
    'select account_id, return_url, method_id from card_session where id = $1 and expires_at > to_timestamp($2)',
    [sessionId, toSeconds(now())],
  );
  if (!rows[0]) throw new Refusal('LinkExpired', subscriptionWords.cardSessionEnded);
  return rows[0];
};

/** Keeps a test card for a page, once: what its form sends again changes nothing. Answers where the page leads back to. */
export const keepTestCard = async (
  kernel: Pick<Kernel, 'db' | 'now'>,
  sessionId: string,
  { number, declines_from }: TestCard,
): Promise<string> =>
  transaction(kernel.db, async (trx) => {
    const { account_id, return_url } = await readCardSession(kernel, sessionId);
    const locked = await trx.client.query<{ method_id: string | null }>(
      'select method_id from card_session where id = $1 for update',
      [sessionId],
    );
    if (locked.rows[0]!.method_id !== null) return return_url;
    const id = uuidv7();
    const now = kernel.now();
    const fingerprint = createHmac('sha256', 'storyrail test card').update(number).digest('hex').slice(0, 16);
    const year = new Date(toEpochMs(toSeconds(now))).getUTCFullYear() + goodForYears;
    await trx.client.query(
      `insert into payment_method (id, account_id, provider, brand, last4, exp_month, exp_year, fingerprint, declines_from, created_at)
         values ($1, $2, 'local', 'Visa', $3, 12, $4, $5, $6, to_timestamp($7))`,
      [id, account_id, number.slice(-4), year, fingerprint, declines_from, now / 1000],
    );
    await trx.client.query('update card_session set method_id = $2 where id = $1', [sessionId, id]);
    return return_url;
  });
