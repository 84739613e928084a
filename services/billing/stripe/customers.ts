import { billingWords } from '#contracts/words/billing.en.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { say } from '#kernel/platform/say.ts';
import type { StripeCard } from './answers.ts';
import { describeAtStripe } from './describe.ts';
import { ownIdOf } from './invoice-lines.ts';
import type { Stripe } from './open.ts';

type On = Pick<Kernel['db']['pool'], 'query'>;

/** The customer that an account is at Stripe; null before its first card. */
export const customerOf = async (on: On, accountId: string): Promise<string | null> => {
  const { rows } = await on.query<{ customer_id: string }>({
    name: 'stripe-customer',
    text: 'select customer_id from stripe_customer where account_id = $1 and not gone',
    values: [accountId],
  });
  return rows[0]?.customer_id ?? null;
};

/** The account that a customer of Stripe's is; null for a customer of somebody else's. */
export const accountOfCustomer = async (on: On, customerId: string): Promise<string | null> => {
  const { rows } = await on.query<{ account_id: string }>({
    name: 'stripe-account',
    text: 'select account_id from stripe_customer where customer_id = $1',
    values: [customerId],
  });
  return rows[0]?.account_id ?? null;
};

/**
 * The customer that an account is at Stripe, which is made where there is none; Stripe's mails go to the owner. To be run
 * by one at a time for an account: two customers of it would be asked for the same.
 */
export const ensureCustomer = async (
  { db: { pool } }: Pick<Kernel, 'db'>,
  stripe: Stripe,
  accountId: string,
  userId: string,
): Promise<string> => {
  const { rows } = await pool.query<{ customer_id: string; gone: boolean; credit: number | null }>(
    `select c.customer_id, c.gone, (s.state ->> 'credit')::int as credit
       from account a left join stripe_customer c on c.account_id = a.id left join subscription s on s.account_id = a.id
      where a.id = $1`,
    [accountId],
  );
  const { customer_id = null, gone = false, credit } = rows[0] ?? {};
  if (customer_id !== null && !gone) return customer_id;
  // One that was deleted is not to be answered again for the key under which it was made.
  const key = ['customer', accountId, ...(customer_id === null ? [] : [customer_id])].join(':');
  const made = await stripe.createCustomer(key, { id: accountId });
  // What staff gave before there was anybody at Stripe to give it to.
  const description = say(billingWords.credit);
  if (credit) await stripe.credit(`${key}:credit`, made, { amount: credit, description });
  await pool.query(
    `insert into stripe_customer (account_id, customer_id, contact_id) values ($1, $2, $3)
       on conflict (account_id) do update set customer_id = $2, contact_id = $3, described = null, gone = false`,
    [accountId, made, userId],
  );
  await describeAtStripe(pool, stripe, { key, account_id: accountId, customer: made, card: null });
  return made;
};

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** Keeps what may be shown of the cards that a customer has at Stripe, and nothing of those that it has no longer. */
export const keepCards = async (
  { client }: Pick<CommandTrx, 'client'>,
  accountId: string,
  cards: readonly StripeCard[],
): Promise<void> => {
  await client.query({
    name: 'drop-stripe-cards',
    text: `delete from payment_method where account_id = $1 and provider = 'stripe' and outside_id <> all($2::text[])`,
    values: [accountId, cards.map(({ id }) => id)],
  });
  for (const { id, brand, last4, exp_month, exp_year, fingerprint } of cards)
    await client.query({
      name: 'keep-stripe-card',
      text: `insert into payment_method (id, account_id, provider, outside_id, brand, last4, exp_month, exp_year, fingerprint, created_at)
               values ($1, $2, 'stripe', $3, $4, $5, $6, $7, $8, now())
               on conflict (id) do update set exp_month = $6, exp_year = $7`,
      values: [ownIdOf(id), accountId, id, brands[brand] ?? brand, last4, exp_month, exp_year, fingerprint ?? id],
    });
};
