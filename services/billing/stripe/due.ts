import { Refusal } from '#contracts/api/errors.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { StripeFailure, type StripeHappening, type StripeLine } from './answers.ts';
import { readDescribedOtherwise } from './describe.ts';
import { ifThere } from './if-there.ts';
import { type Stripe, stripeOf } from './open.ts';
import { readSubscriptionState, settleAtStripe } from './settle.ts';

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

/** How many times what happened is read on in one go; then the next one goes on. */
const mostReads = 10;

/** How far what happened was gone through: all up to `ts`; of what came until `until` what is newer than the event `cursor`. */
interface Reconciled {
  ts: UnixSeconds;
  until: UnixSeconds | null;
  cursor: string | null;
}

const readReconciled = async (on: On): Promise<Reconciled | null> => {
  const { rows } = await on.query<{ ts: string; until: string | null; cursor: string | null }>(
    'select ts, until, cursor from stripe_reconciled',
  );
  const [row] = rows;
  return row ? { ts: Number(row.ts), until: row.until === null ? null : Number(row.until), cursor: row.cursor } : null;
};

const writeReconciled = (on: On, { ts, until, cursor }: Reconciled) =>
  on.query(
    `insert into stripe_reconciled (ts, until, cursor) values ($1, $2, $3)
       on conflict (one) do update set ts = excluded.ts, until = excluded.until, cursor = excluded.cursor`,
    [ts, until, cursor],
  );

/** Notes the accounts to whose customers something has happened. */
const noteHappened = async (on: On, happened: readonly StripeHappening[]): Promise<void> => {
  const customers = new Set(happened.flatMap(({ object }) => object.customer ?? []));
  const { rows } = await on.query<{ account_id: string }>(
    'select account_id from stripe_customer where customer_id = any($1)',
    [[...customers]],
  );
  await noteDue(
    on,
    rows.map(({ account_id }) => account_id),
  );
};

/** What happened before an event; null where Stripe does not know that any longer, so that it is begun anew. */
const readOn = async (stripe: Stripe, since: UnixSeconds, cursor: string | null) => {
  try {
    return await stripe.eventsSince(since, cursor);
  } catch (error) {
    const kind = error instanceof StripeFailure ? error.reason.kind : null;
    if (cursor === null || (kind !== 'not_found' && kind !== 'refused')) throw error;
    return null;
  }
};

/**
 * Notes every account to which something has happened at Stripe since this was done last, whoever was told of it: webhooks
 * that were lost are made up for. What is too much for once is gone on with the next time. Throws StripeFailure.
 */
export const reconcile = async (kernel: Kernel): Promise<void> => {
  const { pool } = kernel.db;
  const now = toSeconds(kernel.now());
  const last = await readReconciled(pool);
  if (last === null || now - last.ts > kept) {
    await pool.query(
      `insert into stripe_due (account_id) select account_id from stripe_customer where not gone
         on conflict (account_id) do update set told = stripe_due.told + 1, due_at = now()`,
    );
    await writeReconciled(pool, { ts: now, until: null, cursor: null });
    return;
  }
  const stripe = await stripeOf(kernel);
  let { cursor } = last;
  const until = last.until ?? now;
  for (let reads = 0; reads < mostReads; reads += 1) {
    const read = await readOn(stripe, last.ts - overlap, cursor);
    if (read) await noteHappened(pool, read.happened);
    cursor = read?.next ?? null;
    const isDone = read !== null && cursor === null;
    await writeReconciled(pool, isDone ? { ts: until, until: null, cursor } : { ts: last.ts, until, cursor });
    if (isDone) return;
  }
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
