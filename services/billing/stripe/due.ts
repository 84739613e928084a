import { Refusal } from '#contracts/api/errors.ts';
import { toSeconds } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { StripeFailure, type StripeLine } from './answers.ts';
import { readDescribedOtherwise } from './describe.ts';
import { type Stripe, stripeOf } from './open.ts';
import { readSubscriptionState, settleAtStripe } from './settle.ts';
import { ifThere } from './snapshot.ts';

type On = Pick<Kernel['db']['pool'], 'query'>;

const atOnce = 50;
/** How many accounts are asked about side by side; Stripe takes a hundred calls a second. */
const together = 4;
const againMs = 60_000;

/** Notes that something may have happened to accounts at Stripe. */
export const noteDue = async (on: On, accountIds: readonly string[]): Promise<void> => {
  await on.query({
    name: 'note-stripe-due',
    text: `insert into stripe_due (account_id) select distinct unnest($1::uuid[])
             on conflict (account_id) do update set told = stripe_due.told + 1, due_at = now()`,
    values: [accountIds],
  });
};

/** Whether an error says that Stripe does not answer. */
export const isSilence = (error: unknown): boolean =>
  error instanceof StripeFailure && error.reason.kind === 'unavailable';

/** Asks about one account. What was told of it meanwhile is asked again; what fails is, after a minute. Answers whether Stripe answered. */
const followOne = async (
  kernel: Kernel,
  { account_id, told }: { account_id: string; told: string },
): Promise<boolean> => {
  try {
    await settleAtStripe(kernel, account_id);
    await kernel.db.pool.query('delete from stripe_due where account_id = $1 and told = $2', [account_id, told]);
    return true;
  } catch (error) {
    const isExpected = isSilence(error) || error instanceof Refusal;
    kernel.log[isExpected ? 'warn' : 'error']({ err: error, account_id }, 'an account could not be followed at Stripe');
    const later = 'update stripe_due set due_at = now() + make_interval(secs => $2) where account_id = $1';
    await kernel.db.pool.query(later, [account_id, againMs / 1000]);
    return !isSilence(error);
  }
};

/** Follows accounts of which Stripe has told something, until there is none, or Stripe does not answer. */
export const followDue = async (kernel: Kernel, signal?: AbortSignal): Promise<void> => {
  for (let isSilent = false; !isSilent; ) {
    const { rows } = await kernel.db.pool.query<{ account_id: string; told: string }>({
      name: 'stripe-due',
      text: `select account_id, told from stripe_due where due_at <= now() order by due_at limit ${atOnce}`,
    });
    const waiting = [...rows];
    const lane = async (): Promise<void> => {
      for (let next = waiting.shift(); next && !isSilent && !signal?.aborted; next = waiting.shift())
        if (!(await followOne(kernel, next))) isSilent = true;
    };
    await Promise.all(Array.from({ length: together }, lane));
    if (rows.length < atOnce || signal?.aborted) return;
  }
};

/** More than change in an hour; the rest is noted the next time. */
const mostDescribed = 1000;

/** Notes the accounts of which Stripe is to be told anew who they are: their name, address, or owner to write to has changed. */
export const noteDescribedOtherwise = async ({ db }: Pick<Kernel, 'db'>): Promise<void> => {
  const found = await readDescribedOtherwise(db.pool, mostDescribed);
  if (found.length > 0) await noteDue(db.pool, found);
};

/** How long Stripe keeps what happened, in seconds, with a day to spare. */
const kept = 29 * 86_400;
/** What happened this long before the last time is gone through once more, in seconds: clocks differ. */
const overlap = 600;

/**
 * Notes every account to which something has happened at Stripe since this was done last, whoever was told of it: webhooks
 * that were lost are made up for. Throws StripeFailure.
 */
export const reconcile = async (kernel: Kernel): Promise<void> => {
  const { db } = kernel;
  const now = toSeconds(kernel.now());
  const { rows } = await db.pool.query<{ ts: string }>('select ts from stripe_reconciled');
  const last = rows[0] ? Number(rows[0].ts) : null;
  if (last === null || now - last > kept)
    await db.pool.query(
      `insert into stripe_due (account_id) select account_id from stripe_customer where not gone
         on conflict (account_id) do update set told = stripe_due.told + 1, due_at = now()`,
    );
  else {
    const happened = await (await stripeOf(kernel)).eventsSince(last - overlap);
    const customers = new Set(happened.flatMap(({ object }) => object.customer ?? []));
    const found = await db.pool.query<{ account_id: string }>(
      'select account_id from stripe_customer where customer_id = any($1)',
      [[...customers]],
    );
    await noteDue(
      db.pool,
      found.rows.map(({ account_id }) => account_id),
    );
  }
  await db.pool.query(
    'insert into stripe_reconciled (ts) values ($1) on conflict (one) do update set ts = excluded.ts',
    [now],
  );
};

const isOverage = ({ metadata }: StripeLine): boolean => metadata.kind === 'overage';

/** Ends what an account in which nobody is left subscribes to, and deletes its customer with the cards once nothing is left to be asked for. */
const forgetOne = async (kernel: Kernel, stripe: Stripe, account_id: string, customer_id: string): Promise<void> => {
  await settleAtStripe(kernel, account_id);
  const { outside } = await readSubscriptionState(kernel, account_id);
  // Viewers of the last days, and of a period that is over, are charged first.
  if (outside.subscription !== null || outside.uncounted.length > 0 || outside.asks.length > 0) return;
  const invoices = (await ifThere(stripe.listInvoices(customer_id)))?.invoices ?? [];
  if (invoices.some(({ status, lines }) => status === 'draft' && lines.some(isOverage))) return;
  await stripe.deleteCustomer(customer_id);
  await settleAtStripe(kernel, account_id);
};

/** Deletes customers of accounts in which nobody is left, once what they subscribe to has ended. What fails for one keeps no other waiting. */
export const forgetEnded = async (kernel: Kernel): Promise<void> => {
  const { rows } = await kernel.db.pool.query<{ account_id: string; customer_id: string }>(
    `select c.account_id, c.customer_id from stripe_customer c join account a on a.id = c.account_id
      where a.ended and not c.gone order by c.account_id`,
  );
  const stripe = await stripeOf(kernel);
  for (const { account_id, customer_id } of rows)
    try {
      await forgetOne(kernel, stripe, account_id, customer_id);
    } catch (error) {
      kernel.log.warn({ err: error, account_id }, 'a customer could not be deleted at Stripe');
      if (isSilence(error)) return;
    }
};
