import { billingWords } from '#contracts/words/billing.en.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { readPersonal } from '#kernel/db/personal.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { say } from '#kernel/platform/say.ts';
import type { StripeCard } from './answers.ts';
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

/** The customer that an account is at Stripe, which is made where there is none; Stripe's mails go to the person. */
export const ensureCustomer = async (
  { db }: Pick<Kernel, 'db'>,
  stripe: Stripe,
  accountId: string,
  userId: string,
): Promise<string> => {
  const before = await db.pool.query<{ customer_id: string; gone: boolean }>(
    'select customer_id, gone from stripe_customer where account_id = $1',
    [accountId],
  );
  const [known] = before.rows;
  if (known && !known.gone) return known.customer_id;
  const { rows } = await db.pool.query<{ email_ref: string | null; name: string }>(
    'select m.email_ref, a.name from member m join account a on a.id = m.account_id where m.id = $1 and a.id = $2',
    [userId, accountId],
  );
  const { email_ref = null, name = '' } = rows[0] ?? {};
  const email = email_ref && (await readPersonal(db, [email_ref]))(email_ref);
  // One that was deleted is not to be answered again for the key under which it was made.
  const key = ['customer', accountId, userId, ...(known ? [known.customer_id] : [])].join(':');
  const made = await stripe.createCustomer(key, {
    id: accountId,
    ...(email ? { email } : {}),
    ...(name ? { name } : {}),
  });
  const { rows: held } = await db.pool.query<{ credit: number | null }>(
    "select (state ->> 'credit')::int as credit from subscription where account_id = $1",
    [accountId],
  );
  const amount = held[0]?.credit ?? 0;
  // What staff gave before there was anybody at Stripe to give it to.
  if (amount > 0) await stripe.credit(`${key}:credit`, made, { amount, description: say(billingWords.credit) });
  await db.pool.query(
    `insert into stripe_customer (account_id, customer_id) values ($1, $2)
       on conflict (account_id) do update set customer_id = $2, gone = false where stripe_customer.gone`,
    [accountId, made],
  );
  return (await customerOf(db.pool, accountId)) ?? made;
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
