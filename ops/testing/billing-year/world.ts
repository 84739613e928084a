import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '#contracts/api/errors.ts';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { nextInvoice } from '#contracts/subscription/lines.ts';
import { billingDueAt } from '#contracts/subscription/standing.ts';
import { decideAdvance, type PeriodViewers, periodToCount } from '#services/billing/cycle.ts';
import type { BillingFacts } from '#services/billing/decide.ts';
import { decideReferral } from '#services/billing/referral.ts';
import { pick, type Random } from '../random.ts';
import { cardInBooks, momentInBooks, settleAct, type YearAccount } from './account.ts';
import { closeCut, closeLast, pass } from './book.ts';
import { type Book, type Moment, nothing, type Outcome } from './ledger.ts';
import { faultsOfForgery, faultsOfProof, type SealedCrowd, sealCrowd } from './viewers.ts';

/** What a run of accounts did. */
export interface YearReport {
  faults: string[];
  /** What was decided, by whom ever and by the cycle. */
  decisions: number;
  refused: number;
  invoices: number;
  /** Cents. */
  paid: number;
  /** Invoices with viewers, each of which was held against its proof, and those of which a changed one was looked at. */
  proofs: number;
  forged: number;
  /** How often each kind of event came. */
  events: Record<string, number>;
}
/** Accounts and the time they are in. */
export interface BillingWorld {
  random: Random;
  accounts: YearAccount[];
  /** Those in which nobody is left, until what they used is closed. */
  leaving: YearAccount[];
  now: number;
  /** Until when nothing happens by itself. */
  standsUntil: number;
  ids: number;
  report: YearReport;
}

const day = 86_400;

/** An id that nothing else has. */
export const freshId = (world: BillingWorld): string => {
  world.ids += 1;
  return `0190a000-0000-7000-8000-${String(world.ids).padStart(12, '0')}`;
};
/** Whether something happens that happens in such a part of all cases. */
export const chance = ({ random }: BillingWorld, part: number): boolean => random() < part;

/** Lets the product decide and the books be kept, and compares. */
export const act = (
  world: BillingWorld,
  account: YearAccount,
  name: string,
  decide: (facts: BillingFacts) => SubscriptionEvent[],
  keep: (book: Book, moment: Moment) => Outcome,
  now = world.now,
): SubscriptionEvent[] => {
  const { report } = world;
  const [facts, moment] = momentInBooks(account, now, freshId(world));
  let events: SubscriptionEvent[] = [];
  let refused: string | null = null;
  try {
    events = decide(facts);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refused = error.code;
    report.refused += 1;
  }
  const book = structuredClone(account.book);
  const wanted = keep(book, moment);
  if (wanted.refused === null) account.book = book;
  const before = account.state;
  const at = new Date(now * 1000).toISOString();
  for (const fault of settleAct(account, events, refused, wanted, now))
    report.faults.push(`${at} ${name} of ${account.id}: ${fault}; before: ${JSON.stringify(before)}`);
  report.decisions += 1;
  for (const event of events) {
    report.events[event.type] = (report.events[event.type] ?? 0) + 1;
    if (event.type === 'InvoiceClosed') report.invoices += 1;
    if (event.type === 'InvoicePaid') report.paid += event.data.amount;
  }
  return events;
};

/** A month for whoever referred somebody whose first invoice is closed; twelve within a year. */
export const thank = (world: BillingWorld, referrer: YearAccount, friend: string, now: number): void => {
  act(
    world,
    referrer,
    'thanks',
    ({ now: at }) => decideReferral(referrer.state, friend, at),
    (book) => {
      const lately = book.earned.filter((at) => at > now - 365 * day);
      if (lately.length < 12) {
        book.earned = [...lately, now];
        book.gifts.referral += 1;
      }
      return nothing();
    },
    now,
  );
};
/** Gives whoever referred an account their month, where events say so. */
export const thankFor = (
  world: BillingWorld,
  account: YearAccount,
  events: readonly SubscriptionEvent[],
  now: number,
): void => {
  const first = events.some(
    (event) =>
      event.type === 'InvoiceClosed' &&
      event.data.invoice.lines.some((line) => line.kind === 'free_month' && line.reason === 'referred'),
  );
  if (first && account.referrer) thank(world, account.referrer, account.id, now);
};

const limits: Record<string, number> = { startup: 100_000, growth: 500_000, pro: 1_000_000, deal: 100_000 };

/** How long a list of a bill is at most: of a year its last days count. */
const mostDays = 31;
const nobody: PeriodViewers = { mau: 0, marked: 0, digest: null };

/** Those who came in the period that is to be closed, and the proof of it; none while another invoice is open. */
const viewersOf = async (world: BillingWorld, account: YearAccount, ended: boolean, now: number) => {
  const { book, state, id } = account;
  const { report } = world;
  const period = periodToCount(state, { ended, now });
  const [cut] = book.cuts;
  const { from, to } = cut ?? { from: book.from, to: ended ? Math.min(book.to, book.next!.day) : book.to };
  const wanted = book.debt ? null : { from: from * day, to: to * day };
  if (!isDeepStrictEqual(period, wanted))
    report.faults.push(`${id}: ${JSON.stringify(period)} is counted, not ${JSON.stringify(wanted)}`);
  if (!wanted) return { viewers: nobody, sealed: null };
  const limit = cut?.limit ?? limits[book.plan ?? ''] ?? book.custom?.limit ?? 0;
  const atLimit = limit < 1_000_000 && chance(world, 0.05);
  const mau = atLimit ? Math.max(0, limit + pick(world.random, [-1, 0, 1, 1000, 1001])) : account.mau;
  const marked = Math.floor(world.random() ** 4 * 2000);
  const crowd = { account_id: id, from: Math.max(from, to - mostDays), to, mau, marked };
  const { sealed, faults } = await sealCrowd(crowd, Math.floor(world.random() * 2 ** 31));
  report.faults.push(...faults);
  return { viewers: { mau, marked, digest: sealed.statement.digest }, sealed };
};

const ways = ['added', 'removed', 'doubled'] as const;

/** Holds each invoice with viewers against its proof, and now and then against one that was changed by a viewer. */
const prove = async (
  world: BillingWorld,
  { id }: YearAccount,
  events: readonly SubscriptionEvent[],
  sealed: SealedCrowd | null,
): Promise<void> => {
  const { report } = world;
  for (const event of events) {
    if (event.type !== 'InvoiceClosed' || !event.data.invoice.viewers) continue;
    const { viewers, lines } = event.data.invoice;
    report.proofs += 1;
    if (!sealed) {
      report.faults.push(`${id}: an invoice has viewers that nobody has counted`);
      continue;
    }
    const { summary, digest } = sealed.statement;
    const said = [viewers.mau, viewers.marked, viewers.digest];
    const thousands = Math.ceil((summary.mau - viewers.mau_limit) / 1000);
    const billed = lines.find((line) => line.kind === 'overage');
    if (!isDeepStrictEqual(said, [summary.mau, summary.marked, digest]) || (billed && billed.thousands !== thousands))
      report.faults.push(`${id}: the invoice says ${said}, its proof ${summary.mau}, ${summary.marked}, ${digest}`);
    report.faults.push(...(await faultsOfProof(sealed)));
    if (sealed.file.length > 2_000_000 || !chance(world, 0.2)) continue;
    report.forged += 1;
    for (const way of ways) report.faults.push(...(await faultsOfForgery(sealed, way, report.forged)));
  }
};

/** Now and then viewers are not counted in time: nothing may happen. */
const waitForViewers = (world: BillingWorld, account: YearAccount, ended: boolean, now: number): void => {
  const { state } = account;
  if (state.open || !chance(world, 0.1)) return;
  const decide = (facts: BillingFacts) => decideAdvance(state, { ...facts, ended, viewers: null });
  act(world, account, 'not counted', decide, nothing, now);
};

/** Closes what an account used in which nobody is left. */
const part = async (world: BillingWorld, account: YearAccount, now: number): Promise<void> => {
  const { state } = account;
  const isCut = account.book.cuts.length > 0;
  waitForViewers(world, account, true, now);
  const { viewers, sealed } = await viewersOf(world, account, true, now);
  const events = act(
    world,
    account,
    'last',
    (facts) => decideAdvance(state, { ...facts, ended: true, viewers }),
    (book, moment) => (isCut ? closeCut(book, viewers.mau, moment, true) : closeLast(book, viewers.mau, moment)),
    now,
  );
  await prove(world, account, events, sealed);
  if (isCut && account.state.plan !== null) return;
  if (account.book.cuts.length > 0) return;
  if (account.state.plan !== null) world.report.faults.push(`${account.id}: nobody is left, and its plan goes on`);
  world.leaving.splice(world.leaving.indexOf(account), 1);
};

const advance = async (world: BillingWorld, account: YearAccount, now: number): Promise<void> => {
  const { viewers, sealed } = await viewersOf(world, account, false, now);
  const { state } = account;
  waitForViewers(world, account, false, now);
  const said = state.open ? null : nextInvoice(state, momentInBooks(account, now, '')[0]);
  const renews = !(state.plan === 'deal' && !cardInBooks(account));
  const events = act(
    world,
    account,
    'advance',
    (facts) => decideAdvance(state, { ...facts, ended: false, viewers }),
    (book, moment) => pass(book, viewers.mau, moment),
    now,
  );
  const closed = events.flatMap((event) => (event.type === 'InvoiceClosed' ? [event.data.invoice] : []))[0];
  if (
    closed &&
    said &&
    renews &&
    !closed.lines.some(({ kind }) => kind === 'overage') &&
    closed.amount_due !== said.amount
  )
    world.report.faults.push(`${account.id}: the next invoice was said to be ${said.amount}, not ${closed.amount_due}`);
  await prove(world, account, events, sealed);
  thankFor(world, account, events, now);
  account.lag = chance(world, 0.5) ? 0 : Math.floor(world.random() * 4 * 3600);
};

/** All that happens by itself up to the present, in the order in which it is due. */
export const catchUp = async (world: BillingWorld): Promise<void> => {
  for (let turns = 0; ; turns += 1) {
    let first: { account: YearAccount; at: number; next: typeof advance } | null = null;
    const find = (account: YearAccount, due: number | null, next: typeof advance) => {
      if (due === null) return;
      const at = Math.max(due + account.lag, world.standsUntil);
      if (at <= world.now && (!first || at < first.at)) first = { account, at, next };
    };
    for (const account of world.accounts) find(account, billingDueAt(account.state), advance);
    for (const account of world.leaving)
      find(account, (account.book.cuts[0]?.to ?? account.book.next!.day) * 86_400, part);
    const found = first as { account: YearAccount; at: number; next: typeof advance } | null;
    if (!found) return;
    if (turns > 10_000) throw new Error('what is due does not end');
    await found.next(world, found.account, found.at);
  }
};

/** Whether an account has used what it has not paid for, beyond the tries. */
export const overdue = ({ state, statement }: YearAccount, { now, standsUntil }: BillingWorld): string[] => {
  const slack = day + 4 * 3600;
  if (state.plan === null || now < standsUntil + 11 * day) return [];
  const faults: string[] = [];
  if (state.period && !state.open && now > state.period.to + slack) faults.push('a period was never closed');
  if (state.open && now > state.open.ts_closed + 7 * day + slack) faults.push('tried for too long');
  if (
    state.custom === null &&
    [...statement.invoices].some(
      ([id, { state: is }]) => is === 'open' && id !== state.open?.id && !state.waiting.some((one) => one.id === id),
    )
  )
    faults.push('an invoice that nobody asks for');
  return faults;
};
