import type { BillingPeriod } from '#contracts/subscription/periods.ts';
import { cutOffToCount } from '#contracts/subscription/standing.ts';
import { initialSubscription, type SubscriptionState } from '#contracts/subscription/state.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import { systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { createWakeEvent } from '#kernel/db/wake-event.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type StartPart, singleRunner } from '#kernel/part.ts';
import { decideAdvance, type PeriodViewers, periodToCount } from './cycle.ts';
import { tellFreeEnds } from './free-end/tell.ts';
import { tellReferrer } from './referral.ts';
import { isAccountEnded, loadSubscription, readBillingFacts, saveSubscription } from './save-subscription.ts';
import { runsAtStripe, stepAtStripe } from './stripe/advance.ts';
import { followDue, forgetEnded, isSilence, noteDescribedOtherwise, reconcile } from './stripe/due.ts';
import { leaveLocal } from './stripe/leave-local.ts';
import { type MonthViewers, tellViewerLimits } from './viewer-limit/tell.ts';

const everyMs = 60_000;
const hourMs = 3_600_000;
/** How late Stripe hears at most of another name, or another owner to write to. */
const describeMs = 300_000;
const atOnce = 100;
/** More steps than one subscription can have in a day: a period and the tries of its payment. */
const mostSteps = 100;

/** Counts the viewers of an account in a period that is over; null while that is not settled. */
export type CountViewers = (accountId: string, period: BillingPeriod) => Promise<PeriodViewers | null>;

/** A subscription for which something is to be done. */
interface Due {
  account_id: string;
  state: SubscriptionState;
  ended: boolean;
}
// Due by itself, or of an account in which nobody is left.
const isDue = '(s.due <= $1 or (a.ended and s.due is not null))';

/** The accounts whose subscriptions are due, in the order of their ids, after `last`. */
const readDue = async ({ db }: Pick<Kernel, 'db'>, now: UnixSeconds, last: string | null): Promise<string[]> => {
  const { rows } = await db.pool.query<{ account_id: string }>({
    name: 'subscriptions-due',
    text: `select s.account_id from subscription s join account a on a.id = s.account_id
            where ${isDue} and ($2::uuid is null or s.account_id > $2)
            order by s.account_id limit ${atOnce}`,
    values: [now, last],
  });
  return rows.map(({ account_id }) => account_id);
};

/** Does the next thing that is due for a subscription, and answers whether there was one. Done twice at once, it is done once. */
const step = async (kernel: Kernel, due: Due, count: CountViewers): Promise<boolean> => {
  const { account_id } = due;
  const period = periodToCount(due.state, { ended: due.ended, now: toSeconds(kernel.now()) });
  const viewers = period && (await count(account_id, period));
  const { data } = await runCommand(kernel, systemContext(kernel.now(), account_id), async (trx) => {
    const loaded = await loadSubscription(trx, account_id);
    const facts = await readBillingFacts(trx, account_id, loaded.state);
    const ended = await isAccountEnded(trx, account_id);
    // What was counted is of the period that was to be counted then.
    const wanted = periodToCount(loaded.state, { ended, now: facts.now });
    const settled = wanted?.from === period?.from && wanted?.to === period?.to ? viewers : null;
    const isStripe = kernel.config.BILLING === 'stripe';
    const cut = cutOffToCount(loaded.state);
    const isLeft = isStripe && !cut && !loaded.state.custom && !ended;
    // Viewers of what was bought with test cards are charged to nobody once Stripe takes the money.
    const premium = facts.premium || (isStripe && cut !== null && cut.custom === null);
    // What Stripe runs is ended there.
    const isOutside = cut !== null && settled === null && runsAtStripe(loaded.state);
    const events = isOutside
      ? []
      : isLeft
        ? leaveLocal(loaded.state, facts)
        : decideAdvance(loaded.state, { ...facts, premium, viewers: settled, ended });
    // Subscriptions are locked before what all of them share: the numbers of invoices.
    await tellReferrer(trx, account_id, events, facts);
    await saveSubscription(trx, loaded, events);
    return { status: 200, data: events.length > 0 };
  });
  return data;
};

const readIfDue = async ({ db, now }: Pick<Kernel, 'db' | 'now'>, accountId: string): Promise<Due | null> => {
  const { rows } = await db.pool.query<Due>({
    name: 'subscription-due',
    text: `select s.account_id, s.state, a.ended from subscription s join account a on a.id = s.account_id
            where ${isDue} and s.account_id = $2`,
    values: [toSeconds(now()), accountId],
  });
  const [row] = rows;
  return row ? { ...row, state: { ...initialSubscription(accountId), ...row.state } } : null;
};

/** Does everything that is due for the subscription of an account: closes periods, and tries payments again. `isSilent`: Stripe does not answer. */
export const advanceSubscription = async (
  kernel: Kernel,
  accountId: string,
  count: CountViewers,
  isSilent = false,
): Promise<void> => {
  for (let steps = 0; steps < mostSteps; steps += 1) {
    const due = await readIfDue(kernel, accountId);
    if (!due) return;
    const cut = cutOffToCount(due.state);
    // What a plan leaves that staff had made is closed here, whoever runs the one of now.
    if (cut && cut.period.to <= toSeconds(kernel.now()) && (await step(kernel, due, count))) continue;
    const isOutside = runsAtStripe(due.state);
    // Where Stripe does not take the money any longer, what it ran is left as it is.
    if (isOutside && (isSilent || kernel.config.BILLING !== 'stripe')) return;
    const more = isOutside ? await stepAtStripe(kernel, due, count) : !cut && (await step(kernel, due, count));
    if (!more) return;
  }
};

/** Does everything that is due for all subscriptions; what fails for one is logged, and keeps no other waiting. */
export const advanceSubscriptions = async (
  kernel: Kernel,
  count: CountViewers,
  signal?: AbortSignal,
): Promise<void> => {
  let isSilent = false;
  for (let last: string | null = null; ; ) {
    const due: string[] = await readDue(kernel, toSeconds(kernel.now()), last);
    for (const account_id of due) {
      if (signal?.aborted) return;
      try {
        await advanceSubscription(kernel, account_id, count, isSilent);
      } catch (error) {
        // Who is at Stripe waits for the next round; the others do not.
        isSilent ||= isSilence(error);
        kernel.log.error({ err: error, account_id }, 'a subscription did not advance');
      }
    }
    if (due.length < atOnce) return;
    last = due.at(-1)!;
  }
};

/** Runs `work` at most once in so many milliseconds. */
const notOftener = (ms: number, work: () => Promise<void>) => {
  let next = 0;
  return async (): Promise<void> => {
    if (performance.now() < next) return;
    await work();
    next = performance.now() + ms;
  };
};

/** What is done once in an hour and may fail with who is asked is tried again with the next round, and keeps nothing else waiting. */
const orLater = (kernel: Kernel, work: () => Promise<void>, failed: string) => (): Promise<void> =>
  work().catch((error) => kernel.log.warn({ err: error }, failed));
const notGoneThrough = 'what happened at Stripe could not be gone through';

/** Tells of free time that ends and of viewers that reach what is free, closes periods and tries payments again, in one process at a time; with Stripe, follows what happens there. */
export const startBilling =
  (countViewers: (kernel: Kernel) => CountViewers, monthViewers: (kernel: Kernel) => MonthViewers): StartPart =>
  async (kernel) =>
    singleRunner(kernel, kernel.locks, 'billing', async (signal) => {
      const told = createWakeEvent(kernel.notifier, signal, 'billing');
      const tell = notOftener(hourMs, () => tellFreeEnds(kernel, signal));
      const tellLimits = orLater(
        kernel,
        notOftener(hourMs, () => tellViewerLimits(kernel, monthViewers(kernel), signal)),
        'the viewers of plans that are never charged for them could not be read',
      );
      const advance = notOftener(everyMs / 2, () => advanceSubscriptions(kernel, countViewers(kernel), signal));
      const goThrough = orLater(
        kernel,
        notOftener(hourMs, () => reconcile(kernel)),
        notGoneThrough,
      );
      const forget = orLater(
        kernel,
        notOftener(hourMs, () => forgetEnded(kernel)),
        notGoneThrough,
      );
      const describe = notOftener(describeMs, () => noteDescribedOtherwise(kernel));
      const isStripe = kernel.config.BILLING === 'stripe';
      try {
        while (!signal.aborted) {
          await tell();
          await tellLimits();
          await advance();
          if (isStripe) {
            await goThrough();
            await forget();
            await describe();
            await followDue(kernel, signal);
          }
          // What Stripe tells wakes it, and is followed at once; the rest has its own time.
          await told.wait(everyMs);
        }
      } finally {
        told.dispose();
      }
    });
