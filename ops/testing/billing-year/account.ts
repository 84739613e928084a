import { isDeepStrictEqual } from 'node:util';
import { entitlement, type HeldPlanId } from '#contracts/api/plans.ts';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { billingDueAt, standingOf } from '#contracts/subscription/standing.ts';
import { evolveSubscription, initialSubscription, type SubscriptionState } from '#contracts/subscription/state.ts';
import type { BillingFacts } from '#services/billing/decide.ts';
import { dueOf } from './book.ts';
import { type BankCard, type Book, emptyBook, type Moment, nothing, type Outcome } from './ledger.ts';
import { emptyStatement, note, type Statement } from './statement.ts';
import { statusInBooks } from './status.ts';

/** An account of the world: what the product knows, what must be so, and what was said. */
export interface YearAccount {
  id: string;
  state: SubscriptionState;
  book: Book;
  statement: Statement;
  /** All cards it ever had; the product's state names the one that is charged. */
  cards: { bank: BankCard; charges: number; declinesFrom: number | null }[];
  removed: boolean;
  premium: boolean;
  referrer: YearAccount | null;
  trialEnds: number;
  mau: number;
  /** Seconds after which its turn comes once something is due. */
  lag: number;
}
/** An account without a card that somebody else's code may have brought. */
export const openBooks = (id: string, referrer: YearAccount | null, now: number): YearAccount => ({
  id,
  state: initialSubscription(id),
  book: emptyBook(),
  statement: emptyStatement(),
  cards: [],
  removed: false,
  premium: false,
  referrer,
  trialEnds: now + 14 * 86_400,
  mau: 0,
  lag: 0,
});

/** The card that is charged now; null without one. */
export const cardInBooks = ({ cards, state, removed }: YearAccount): YearAccount['cards'][number] | null =>
  removed ? null : (cards.find(({ bank }) => bank.id === state.card) ?? null);

const isFriend = (account: YearAccount, card: BankCard): boolean =>
  account.referrer !== null && !account.referrer.cards.some(({ bank }) => bank.print === card.print);

/** What the product is told, and what the books go by, at a moment. */
export const momentInBooks = (account: YearAccount, now: number, invoice_id: string): [BillingFacts, Moment] => {
  const card = cardInBooks(account);
  const friend = card !== null && isFriend(account, card.bank);
  const { premium } = account;
  const charged = card && { method_id: card.bank.id, charges: card.charges, declines_from: card.declinesFrom };
  return [
    { now, card: charged, premium, referred: friend && !account.state.billed, invoice_id },
    { now, card: card && { ...card.bank }, premium, friend },
  ];
};

const amount = (cents: number) => cents + 0;
const outcomeOf = (events: readonly SubscriptionEvent[]): Outcome => {
  const outcome = nothing();
  for (const event of events) {
    if (event.type === 'InvoiceClosed') {
      const { lines, from_credit: credit, amount_due: due } = event.data.invoice;
      outcome.bills.push({ lines: lines.map((line) => [line.kind, amount(line.amount)]), credit, due });
    }
    if (event.type === 'InvoicePaid') outcome.taken.push(event.data.amount);
    if (event.type === 'PaymentFailed') outcome.failed += 1;
  }
  return outcome;
};

const days = (seconds: number | undefined) => (seconds === undefined ? null : seconds / 86_400);
const summaryOf = ({ state, premium, trialEnds }: YearAccount, now: number) => ({
  plan: state.plan,
  period: state.plan === null ? null : [days(state.period?.from), days(state.period?.to)],
  kept: state.plan === null ? null : days(Math.max(state.period?.to ?? 0, state.kept_until ?? 0)),
  next: state.scheduled && { plan: state.scheduled.plan, day: days(state.scheduled.ts) },
  debt: state.open && [state.open.amount, state.open.attempts, state.open.ts_next],
  waiting: state.waiting.reduce((sum, one) => sum + one.amount, 0),
  cuts: (state.cut_off ?? []).map(({ period }) => [days(period.from), days(period.to)]),
  credit: state.credit,
  gifts: state.free_months,
  status: entitlement(
    { premium, plan: state.plan, trial_ends: trialEnds, ...standingOf(state), custom_plan: state.custom },
    now,
  ).payment_status,
  due: billingDueAt(state),
});
const summaryOfBook = ({ book, premium, trialEnds }: YearAccount, now: number): ReturnType<typeof summaryOf> => ({
  plan: book.plan as HeldPlanId | null,
  period: book.plan === null ? null : [book.from, book.to],
  kept: book.plan === null ? null : Math.max(book.to, book.kept),
  next: book.next && { plan: book.next.plan as HeldPlanId | null, day: book.next.day },
  debt: book.debt && [book.debt.cents, book.debt.tries, book.debt.again],
  waiting: book.waiting,
  cuts: book.cuts.map(({ from, to }) => [from, to]),
  credit: book.credit,
  gifts: book.gifts,
  status: statusInBooks(book, now, premium, trialEnds),
  due: dueOf(book),
});

/** What a decision came to, taken into the account; answers how it differs from what it must come to. */
export const settleAct = (
  account: YearAccount,
  events: readonly SubscriptionEvent[],
  refused: string | null,
  wanted: Outcome,
  now: number,
): string[] => {
  const faults: string[] = [];
  for (const event of events) {
    faults.push(...note(account.statement, event, now));
    account.state = evolveSubscription(account.state, event);
    if (event.type !== 'InvoicePaid' || event.data.method_id === null) continue;
    const card = account.cards.find(({ bank }) => bank.id === event.data.method_id);
    if (!card || card.bank.left <= 0) faults.push('a card was charged that takes nothing');
    else {
      card.bank.left -= 1;
      card.charges += 1;
      account.statement.bank += event.data.amount;
    }
  }
  const did = { ...outcomeOf(events), refused };
  if (!isDeepStrictEqual(did, wanted)) faults.push(`did ${JSON.stringify(did)}, not ${JSON.stringify(wanted)}`);
  const [is, must] = [summaryOf(account, now), summaryOfBook(account, now)];
  if (!isDeepStrictEqual(is, must)) faults.push(`is ${JSON.stringify(is)}, not ${JSON.stringify(must)}`);
  if (account.statement.bank !== account.statement.paid) faults.push('the bank has taken another sum than was paid');
  return faults;
};
