import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contracts/api/errors.ts';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import type { OutsideAsk, OutsideAsked } from '#contracts/subscription/outside-ask.ts';
import { evolveSubscription, initialSubscription, type SubscriptionState } from '#contracts/subscription/state.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import { type CommandContext, type CommandTrx, systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { delay } from '#kernel/platform/delay.ts';
import { tellReferrer } from '../referral.ts';
import { isAccountEnded, loadSubscription, saveSubscription } from '../save-subscription.ts';
import { isUnconfirmedRefusal, StripeFailure } from './answers.ts';
import { customerOf, keepCards } from './customers.ts';
import { describeAtStripe, isDescribedOtherwise } from './describe.ts';
import { followStripe } from './follow.ts';
import { ownIdOf } from './invoice-lines.ts';
import { stripeOf } from './open.ts';
import { asksOf, asksOfConfirmed, asksOfEnded } from './own-asks.ts';
import { perform } from './perform.ts';
import { readSnapshot, type StripeSnapshot } from './snapshot.ts';

const waitMs = 25;
const longestWaitMs = 30_000;
/** More than can be asked for at once. */
const mostSteps = 30;

/**
 * Runs `work` while nobody else, in this process or another, asks Stripe about the account: how a customer stands is read
 * and written into the log before somebody else reads it. Refuses with BillingUnavailable after half a minute.
 */
export const withAccountAtStripe = async <T>(
  { locks }: Pick<Kernel, 'locks'>,
  accountId: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const done: { value?: T } = {};
  const end = performance.now() + longestWaitMs;
  const run = async (signal: AbortSignal) => {
    done.value = await work(signal);
  };
  while (!(await locks.hold(`stripe:${accountId}`, run))) {
    if (performance.now() > end) throw new Refusal('BillingUnavailable');
    await delay(waitMs);
  }
  return done.value!;
};

/** Who has just asked for something: what comes of it is theirs. */
export interface AskAuthor {
  context: CommandContext;
  /** What they asked for; null where it stands in no event. */
  batch_id: string | null;
}

/** An event that asks Stripe for something. */
export const askEvent = (
  ask: OutsideAsk,
  now: UnixSeconds,
  batch_id = uuidv7(),
): SubscriptionEvent & { type: 'ProviderAsked' } => ({
  type: 'ProviderAsked',
  data: { ask_id: uuidv7(), batch_id, ask, ts_asked: now },
});

/** The subscription of an account as it was committed last. */
export const readSubscriptionState = async (
  { db }: Pick<Kernel, 'db'>,
  accountId: string,
): Promise<SubscriptionState> => {
  const { rows } = await db.pool.query<{ state: Partial<SubscriptionState> }>({
    name: 'subscription-state',
    text: 'select state from subscription where account_id = $1',
    values: [accountId],
  });
  return { ...initialSubscription(accountId), ...rows[0]?.state };
};

/** Something that Stripe was asked for, and why it refused; null where it is done. */
interface Answered {
  asked: OutsideAsked;
  refused: string | null;
}

/** The answers to what was asked: what was asked together with something that is refused is not done. */
const answerEvents = (
  { outside }: SubscriptionState,
  { asked, refused }: Answered,
  { waiting }: StripeSnapshot,
): SubscriptionEvent[] => {
  const isUnconfirmed = isUnconfirmedRefusal(refused) && (asked.ask.kind === 'start' || asked.ask.kind === 'change');
  const { invoice, ts_until } = (isUnconfirmed ? waiting : null) ?? {};
  const confirm =
    invoice && ts_until
      ? { invoice_id: ownIdOf(invoice.id), invoice: invoice.id, amount: invoice.amount_due, ts_until }
      : undefined;
  return outside.asks
    .filter((one) => one.ask_id === asked.ask_id || (refused !== null && one.batch_id === asked.batch_id))
    .map(({ ask_id }) => ({
      type: 'ProviderAnswered',
      data: { ask_id, refused, ...(confirm && ask_id === asked.ask_id ? { confirm } : {}) },
    }));
};

/** A deal whose next year the card cannot be asked for is over. */
const dealOver = ({ plan, period, outside }: SubscriptionState, answered: Answered | null): SubscriptionEvent[] => {
  if (!answered || answered.refused === null || answered.refused === 'expired' || !period) return [];
  const { ask } = answered.asked;
  const isOver = ask.kind === 'start' && ask.plan === 'deal' && plan === 'deal' && outside.subscription === null;
  return isOver ? [{ type: 'SubscriptionEnded', data: { reason: 'deal_over', ts_end: period.to } }] : [];
};

/** Writes into the log what has happened. Answers whether there is something to be asked for. */
const record = async (
  trx: CommandTrx,
  accountId: string,
  snapshot: StripeSnapshot,
  answered: Answered | null,
): Promise<boolean> => {
  const now = toSeconds(trx.context.now);
  const loaded = await loadSubscription(trx, accountId);
  const account = await trx.kernel.facts.account(trx, accountId, 'none');
  const ended = await isAccountEnded(trx, accountId);
  await keepCards(trx, accountId, snapshot.cards);
  const answers = answered ? answerEvents(loaded.state, answered, snapshot) : [];
  const before = answers.reduce(evolveSubscription, loaded.state);
  const ask = answered?.asked.ask ?? null;
  const done = answered?.refused === null ? ask : null;
  const tried = done === null && ask?.kind === 'pay' ? ask.invoice : null;
  const found = followStripe(before, snapshot, { now, ended, done, tried });
  const followed = [...found, ...dealOver(found.reduce(evolveSubscription, before), answered)];
  const after = followed.reduce(evolveSubscription, before);
  const premium = account?.premium ?? false;
  // What was refused is not asked for at once again.
  const asks =
    answered && answered.refused !== null
      ? []
      : ended
        ? asksOfEnded(after, snapshot, { premium, now })
        : [...asksOf(after, snapshot, { premium }), ...asksOfConfirmed(before, followed, snapshot)];
  const isAsked = after.outside.asks.some(({ ask }) => ask.kind === 'describe');
  if (!ended && !snapshot.gone && !isAsked && (await isDescribedOtherwise(trx.client, accountId)))
    asks.push({ kind: 'describe', card: null });
  const events = [...answers, ...followed, ...asks.map((ask) => askEvent(ask, now))];
  if (snapshot.gone)
    await trx.client.query('update stripe_customer set gone = true where account_id = $1', [accountId]);
  await tellReferrer(trx, accountId, events, { now });
  const { state } = await saveSubscription(trx, loaded, events);
  return state.outside.asks.length > 0;
};

/**
 * Asks Stripe for what the account is to be asked for, each once, and writes into the log what has happened there. Throws a
 * StripeFailure where Stripe cannot be reached: then what was not answered waits.
 */
export const settleAtStripe = async (
  kernel: Kernel,
  accountId: string,
  author: AskAuthor | null = null,
): Promise<void> => {
  const stripe = await stripeOf(kernel);
  await withAccountAtStripe(kernel, accountId, async (signal) => {
    const customer = await customerOf(kernel.db.pool, accountId);
    if (customer === null) return;
    for (let steps = 0; steps < mostSteps; steps += 1) {
      const { outside } = await readSubscriptionState(kernel, accountId);
      const [asked] = outside.asks;
      const whom = {
        customer,
        subscription: outside.subscription,
        describe: (key: string, card: string | null) =>
          describeAtStripe(kernel.db.pool, stripe, { key, account_id: accountId, customer, card }),
      };
      const answered = asked ? { asked, refused: await perform(stripe, whom, asked, toSeconds(kernel.now())) } : null;
      const snapshot = await readSnapshot(stripe, customer, outside);
      if (snapshot.subscription?.plan === null)
        kernel.log.warn(
          { account_id: accountId, subscription: snapshot.subscription.id },
          'a subscription at Stripe is of no plan',
        );
      if (snapshot.others.length > 0)
        kernel.log.warn(
          { account_id: accountId, customer, subscriptions: snapshot.others },
          'a customer has more than one subscription at Stripe; those that are not known here are ended',
        );
      // Whoever has the lock now reads what is newer.
      if (signal.aborted) throw new Refusal('BillingUnavailable');
      const isTheirs = author !== null && (asked?.batch_id ?? null) === author.batch_id;
      const context = isTheirs ? { ...author.context, idempotency: null } : systemContext(kernel.now(), accountId);
      const { data: more } = await runCommand(kernel, context, async (trx) => ({
        status: 200,
        data: await record(trx, accountId, snapshot, answered),
      }));
      if (!more) return;
    }
  });
};

/** Does what asks Stripe; refuses with BillingUnavailable where it does not answer, and with PaymentRefused where it refuses. */
export const orUnavailable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    const { kind } = error.reason;
    if (kind === 'declined') throw new Refusal('CardDeclined');
    throw new Refusal(kind === 'unavailable' ? 'BillingUnavailable' : 'PaymentRefused');
  }
};
