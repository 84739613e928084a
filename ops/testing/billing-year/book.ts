import { dayInBooks, nextDate, sameDateAfter } from './days.ts';
import {
  type Bill,
  type Book,
  type BookCode,
  type Cut,
  type Debt,
  type Moment,
  nothing,
  type Outcome,
} from './ledger.ts';

// What a subscription costs, kept once more from the price list alone: nothing here is the product's.
const prices: Record<string, { cents: number; limit: number; thousand: number; months: number }> = {
  startup: { cents: 34_900, limit: 100_000, thousand: 3500, months: 1 },
  growth: { cents: 69_900, limit: 500_000, thousand: 1500, months: 1 },
  pro: { cents: 99_900, limit: 1_000_000, thousand: 1500, months: 1 },
  deal: { cents: 7900, limit: 100_000, thousand: 0, months: 12 },
};
const order = ['deal', 'startup', 'growth', 'pro'];

const refuse = (refused: string): Outcome => ({ ...nothing(), refused });

const priceOf = (book: Book, plan: string) => (plan === 'custom' ? { ...book.custom!, months: 1 } : prices[plan]!);
const sumOf = (lines: Bill['lines']): number => lines.reduce((sum, [, cents]) => sum + cents, 0);

const codeTakes = (book: Book, amount: number, period: number, months = 1): Bill['lines'] => {
  const { code } = book;
  if (!code || amount <= 0) return [];
  // Again in the same period: percent of each invoice, cents once; a code of one invoice is over.
  if (code.spent === period && (code.percent === null || code.months === null)) return [];
  if (code.spent !== period) {
    if (code.left <= 0) return [];
    code.left -= months;
    code.spent = period;
  }
  return [
    ['promo', -(code.percent === null ? Math.min(amount, code.cents!) : Math.round((amount * code.percent) / 100))],
  ];
};

const linesOfPeriod = (book: Book, plan: string, period: number, { premium, friend }: Moment): Bill['lines'] => {
  const { cents, months } = priceOf(book, plan);
  const line: [string, number] = ['plan', cents];
  const first = friend && !book.invoiced && plan !== 'deal';
  const gift = book.gifts.referral > 0 ? 'referral' : 'staff';
  if (plan !== 'deal') book.invoiced = true;
  if (cents === 0) return [line];
  if (premium) return [line, ['premium', -cents]];
  if (first) return [line, ['free_month', -cents]];
  if (plan === 'deal' || book.gifts[gift] === 0) return [line, ...codeTakes(book, cents, period, months)];
  book.gifts[gift] -= 1;
  return [line, ['free_month', -cents]];
};

const wholePeriod = (book: Book, plan: string, period: number, moment: Moment): Bill['lines'] => {
  const lines = linesOfPeriod(book, plan, period, moment);
  book.asked = { cents: sumOf(lines), from: period };
  return lines;
};

/** What is left of what was asked for the period, on a day. */
const leftOf = ({ asked, to }: Book, today: number): number =>
  today >= to ? 0 : Math.round((asked.cents * (to - today)) / (to - asked.from));

const bill = (book: Book, lines: Bill['lines']): Bill => {
  const total = sumOf(lines);
  const credit = Math.min(book.credit, total);
  book.credit -= credit;
  return { lines, credit, due: total - credit };
};

/** What a card takes is taken at once; false where it takes nothing. */
const take = (cents: number, { card }: Pick<Moment, 'card'>, outcome: Outcome): boolean => {
  if (cents > 0) {
    if (!card || card.left <= 0) return false;
    card.left -= 1;
  }
  outcome.taken.push(cents);
  return true;
};

const end = (book: Book): void => {
  Object.assign(book, { plan: null, kept: 0, next: null, code: null, custom: null, dealPaid: false });
};

/** What was had up to a day of the period, and of those after it that nobody has closed. */
const cutOff = (book: Book, day: number): void => {
  for (let { from, to } = book; from < day; ) {
    const plan = book.next && book.next.day <= from ? book.next.plan : book.plan;
    if (plan === null) return;
    const { limit, thousand, months } = priceOf(book, plan);
    book.cuts.push({ from, to: Math.min(to, day), limit, thousand, byStaff: plan === 'custom' });
    [from, to] = [to, nextDate(book.anchor, months, to)];
  }
};

/** The day on which a plan begins is that plan's. */
const beginOn = (book: Book, today: number): void => {
  book.cuts = book.cuts.map((cut) => ({ ...cut, to: Math.min(cut.to, today) })).filter(({ from, to }) => from < to);
};

const tryDebt = (book: Book, debt: Debt, moment: Moment, outcome: Outcome, byStaff = book.plan === 'custom'): void => {
  if (take(debt.cents, moment, outcome)) {
    book.debt = null;
    return;
  }
  outcome.failed += 1;
  const days = [1, 3, 5, 7][debt.tries];
  const other = byStaff && (moment.card === null || days === undefined);
  if (days !== undefined && !other) {
    const again = Math.max(debt.closed + days * 86_400, moment.now + 86_400);
    book.debt = { ...debt, tries: debt.tries + 1, again };
    return;
  }
  book.debt = null;
  if (other) book.waiting += debt.cents;
  else end(book);
};

/** The plan is not gone on with. */
export const cancel = (book: Book): Outcome => {
  if (book.plan === null) return nothing();
  if (book.custom) return refuse('PlanSetByStaff');
  if (book.next?.plan !== null) book.next = { plan: null, day: Math.max(book.to, book.kept) };
  return nothing();
};

const raise = (book: Book, plan: string, moment: Moment): Bill => {
  const today = dayInBooks(moment.now);
  const [old, fresh] = [priceOf(book, book.plan!), priceOf(book, plan)];
  const [left, all] = [book.to - today, book.to - book.from];
  const ofLeft = (cents: number) => Math.round((cents * left) / all);
  if (old.months === fresh.months) {
    const [given, rest] = [ofLeft(old.cents), ofLeft(fresh.cents)];
    const lines: Bill['lines'] = [
      ['unused', -given],
      ['rest', rest],
    ];
    if (moment.premium && rest > given) lines.push(['premium', given - rest]);
    if (!moment.premium) lines.push(...codeTakes(book, rest - given, book.from));
    book.kept = nextDate(book.anchor, 1, book.to);
    book.asked = { cents: leftOf(book, today) + sumOf(lines), from: today };
    return bill(book, lines);
  }
  const given = book.dealPaid ? 0 : leftOf(book, today);
  const lines = wholePeriod(book, plan, today, moment);
  const back = Math.min(given, sumOf(lines));
  Object.assign(book, { anchor: today, from: today, to: sameDateAfter(today, 1), kept: sameDateAfter(today, 2) });
  book.dealPaid = false;
  return bill(book, back > 0 ? [['unused', -back], ...lines] : lines);
};

/** A plan is asked for; what is refused changes nothing, so that the caller hands in a copy. */
export const ask = (book: Book, plan: string, code: BookCode | null, moment: Moment): Outcome => {
  if (plan === 'enterprise' || (['deal', 'custom'].includes(plan) && book.plan !== plan)) return refuse('Invalid');
  if (book.custom && plan !== 'custom') return refuse('PlanSetByStaff');
  if (plan === 'starter') return cancel(book);
  if (!moment.card && (book.plan !== plan || book.debt)) return refuse('CardRequired');
  const outcome = nothing();
  if (book.debt && !take(book.debt.cents, moment, outcome)) return refuse('CardDeclined');
  book.debt = null;
  if (book.custom) return outcome;
  if (code) {
    if (book.codes.has(code.id)) return refuse('PromoUsed');
    book.codes.add(code.id);
    book.code = { ...code, left: code.months ?? 1, spent: null };
  }
  if (book.plan === plan) {
    book.next = null;
    return outcome;
  }
  const today = dayInBooks(moment.now);
  if (book.plan !== null && order.indexOf(plan) < order.indexOf(book.plan)) {
    if (book.next?.plan !== plan) book.next = { plan, day: Math.max(book.to, book.kept) };
    return outcome;
  }
  if (book.plan !== null && today >= book.to) return refuse('Conflict');
  let due: Bill;
  if (book.plan === null) {
    beginOn(book, today);
    Object.assign(book, { anchor: today, from: today, to: sameDateAfter(today, 1), kept: 0, begun: true });
    due = bill(book, wholePeriod(book, plan, today, moment));
  } else due = raise(book, plan, moment);
  Object.assign(book, { plan, next: null });
  outcome.bills.push(due);
  return take(due.due, moment, outcome) ? outcome : refuse('CardDeclined');
};

/** When something must happen by itself: a moment, null for never. */
export const dueOf = ({ debt, cuts: [cut], plan, to }: Book): number | null =>
  debt ? debt.again : cut ? cut.to * 86_400 : plan === null ? null : to * 86_400;

const overageOf = (mau: number, { limit, thousand }: Pick<Cut, 'limit' | 'thousand'>, { premium }: Moment): number =>
  premium ? 0 : Math.max(0, Math.ceil((mau - limit) / 1000)) * thousand;

/** What must happen once the viewers of days that were cut off are counted; `ended`: nobody is left. */
export const closeCut = (book: Book, mau: number, moment: Moment, ended: boolean): Outcome => {
  const outcome = nothing();
  const cut = book.cuts.shift()!;
  const over = overageOf(mau, cut, moment);
  if (over === 0) return outcome;
  const due = bill(book, [['overage', over]]);
  outcome.bills.push(due);
  const debt = { cents: due.due, closed: moment.now, tries: 0, again: 0 };
  if (!ended) tryDebt(book, debt, moment, outcome, cut.byStaff || book.plan === 'custom');
  else if (!take(due.due, moment, outcome)) outcome.failed += 1;
  return outcome;
};

/** What must happen by itself at a moment, `mau` viewers having been counted in the period. */
export const pass = (book: Book, mau: number, moment: Moment): Outcome => {
  const outcome = nothing();
  if (book.debt) {
    tryDebt(book, book.debt, moment, outcome);
    return outcome;
  }
  if (book.cuts.length > 0) return closeCut(book, mau, moment, false);
  const over = overageOf(mau, priceOf(book, book.plan!), moment);
  const lines: Bill['lines'] = over > 0 ? [['overage', over]] : [];
  let next = book.next && book.next.day <= book.to ? book.next.plan : book.plan;
  if (next === 'deal' && !moment.card) next = null;
  if (next !== null) {
    if (book.next && book.next.day <= book.to) book.next = null;
    lines.push(...wholePeriod(book, next, book.to, moment));
    const { months } = priceOf(book, next);
    Object.assign(book, { plan: next, from: book.to, to: nextDate(book.anchor, months, book.to), dealPaid: false });
  } else end(book);
  if (lines.length === 0) return outcome;
  const due = bill(book, lines);
  outcome.bills.push(due);
  tryDebt(book, { cents: due.due, closed: moment.now, tries: 0, again: 0 }, moment, outcome);
  return outcome;
};

const stop = (book: Book): void => {
  book.debt = null;
  end(book);
};

/** Nobody is left: what is open is given up, and the plan ends once the viewers of that day can be counted, where they may cost. */
export const leave = (book: Book, moment: Moment): Outcome => {
  book.debt = null;
  if (book.plan === null) return nothing();
  if (moment.premium || priceOf(book, book.plan).thousand === 0) end(book);
  else book.next = { plan: null, day: Math.min(book.to, dayInBooks(moment.now) + 1) };
  return nothing();
};

/** What must happen to a subscription once its account's last day is over: viewers above the limit, asked for once. */
export const closeLast = (book: Book, mau: number, moment: Moment): Outcome => {
  const outcome = nothing();
  const over = overageOf(mau, priceOf(book, book.plan!), { ...moment, premium: false });
  end(book);
  if (over === 0) return outcome;
  const due = bill(book, [['overage', over]]);
  outcome.bills.push(due);
  if (!take(due.due, moment, outcome)) outcome.failed += 1;
  return outcome;
};

/** Staff give a plan of its own, or end it; what is owed before is taken at once, or paid another way. */
export const setPlan = (book: Book, terms: Book['custom'], moment: Moment): Outcome => {
  const outcome = nothing();
  const today = dayInBooks(moment.now);
  if (terms === null && book.custom) {
    cutOff(book, today + 1);
    stop(book);
  }
  if (terms === null || JSON.stringify(terms) === JSON.stringify(book.custom)) return outcome;
  const owe = (cents: number) => {
    if (take(cents, moment, outcome)) return;
    outcome.failed += 1;
    book.waiting += cents;
  };
  if (book.debt) owe(book.debt.cents);
  const left = book.plan === null ? 0 : leftOf(book, today);
  beginOn(book, today);
  if (book.plan !== null) cutOff(book, today);
  end(book);
  const custom = { plan: 'custom', custom: terms, debt: null, begun: true };
  Object.assign(book, { ...custom, anchor: today, from: today, to: sameDateAfter(today, 1) });
  const lines = wholePeriod(book, 'custom', today, moment);
  const beyond = Math.max(0, left - sumOf(lines));
  if (left > 0) lines.unshift(['unused', -left]);
  if (beyond > 0) lines.push(['to_credit', beyond]);
  const due = bill(book, lines);
  book.credit += beyond;
  outcome.bills.push(due);
  owe(due.due);
  return outcome;
};

/** A deal site's code pays for a year. */
export const redeem = (book: Book, { now }: Moment): Outcome => {
  const today = dayInBooks(now);
  const year = { anchor: today, from: today, to: sameDateAfter(today, 12) };
  beginOn(book, today);
  Object.assign(book, { ...year, asked: { cents: 0, from: today }, plan: 'deal', dealPaid: true, begun: true });
  return nothing();
};
