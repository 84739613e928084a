import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import type { ClosedInvoice } from '#contracts/subscription/invoice.ts';
import { dayInBooks, nextDate, sameDateAfter } from './days.ts';

interface Kept {
  due: number;
  state: 'open' | 'paid' | 'off';
  /** It is for viewers alone, which are billed once all is over. */
  viewersOnly: boolean;
}
/** All that was ever said to an account of its money, and what the bank has taken of it. */
export interface Statement {
  invoices: Map<string, Kept>;
  bank: number;
  paid: number;
  creditLeft: number;
  freeMonths: { referral: number; staff: number; referred: number };
  /** `months` null: of one invoice; `in`: the months of the periods in which it took something off. */
  codes: Map<string, { months: number | null; uses: number; in: Map<number, number> }>;
  /** The code that counts now. */
  code: string | null;
  /** The days of the period that runs; null while none does. */
  runs: { anchor: number; from: number; to: number } | null;
  /** The invoices of the period that runs without viewers above the limit, and of the one that a plan by staff ended. */
  asked: number;
  left: { asked: number; to: number };
  /** The first day that no period has taken yet. */
  free: number;
  /** The first day of which the viewers are not counted. */
  uncounted: number;
}
/** The statement of an account to which nothing was said yet. */
export const emptyStatement = (): Statement => ({
  invoices: new Map(),
  bank: 0,
  paid: 0,
  creditLeft: 0,
  freeMonths: { referral: 0, staff: 0, referred: 1 },
  codes: new Map(),
  code: null,
  runs: null,
  asked: 0,
  left: { asked: 0, to: 0 },
  free: 0,
  uncounted: 0,
});

const prices: Record<string, number> = { startup: 34_900, growth: 69_900, pro: 99_900, deal: 7900 };
const tell = (wrong: boolean, words: string): string[] => (wrong ? [words] : []);

type KeptCode = Statement['codes'] extends Map<string, infer Code> ? Code : never;
const monthsIn = (code: KeptCode): number => [...code.in.values()].reduce((sum, months) => sum + months, 0);

/** Adds an invoice that a code takes something off. */
const noteCode = ({ runs }: Statement, code: KeptCode, lines: ClosedInvoice['lines']): string[] => {
  const before = monthsIn(code);
  const plan = lines.find((line) => line.kind === 'plan');
  const from = plan?.kind === 'plan' ? plan.period.from / 86_400 : runs!.from;
  const again = code.in.has(from);
  code.in.set(from, plan?.kind === 'plan' && plan.plan === 'deal' ? 12 : 1);
  return tell(!again && before >= (code.months ?? 1), 'a code took off more months than it has');
};

const checkInvoice = (statement: Statement, invoice: ClosedInvoice, now: number): string[] => {
  const { lines, total, from_credit, amount_due, number, id } = invoice;
  const sum = lines.reduce((all, { amount }) => all + amount, 0);
  const faults = [
    ...tell(number !== '', 'a number was given before the decision stood'),
    ...tell(statement.invoices.has(id), 'an invoice was closed twice'),
    ...tell(total !== sum || amount_due !== sum - from_credit, 'what is due is not the lines without the credit'),
    ...tell(amount_due < 0 || from_credit < 0 || sum < 0, 'less than nothing is due'),
    ...tell(from_credit > statement.creditLeft, 'more credit was used than there is'),
    ...tell(from_credit < Math.min(sum, statement.creditLeft), 'credit was left aside'),
    ...tell(
      lines.some(({ amount }) => !Number.isInteger(amount)),
      'part of a cent',
    ),
  ];
  const byStaff = lines.some((line) => line.kind === 'plan' && line.plan === 'custom');
  for (const line of lines) {
    if (line.kind === 'to_credit') {
      statement.creditLeft += line.amount;
      faults.push(...tell(line.amount <= 0 || sum !== 0 || !byStaff, 'credit was kept that could have paid'));
    }
    if (line.kind === 'unused' && byStaff) {
      const { asked, to } = statement.left;
      const share = line.days / line.of_days;
      const days = to - dayInBooks(now);
      const faulty = line.days !== days || share > 1 || line.period.to !== to * 86_400 || line.amount >= 0;
      faults.push(...tell(faulty || -line.amount > asked, 'more was given back than is left of the period'));
    } else if (line.kind === 'rest' || line.kind === 'unused') {
      const cents = prices[line.plan]!;
      const [left, all] = [line.period.to / 86_400 - dayInBooks(now), (line.period.to - line.period.from) / 86_400];
      const amount = Math.round((cents * left) / all);
      const whole =
        line.plan === 'deal' ? line.amount <= 0 && line.amount >= -amount : Math.abs(line.amount) === amount;
      faults.push(...tell(line.days !== left || line.of_days !== all || !whole, 'not the share of the days'));
    }
    if (line.kind === 'free_month') {
      statement.freeMonths[line.reason] -= 1;
      faults.push(...tell(statement.freeMonths[line.reason] < 0, `a free month was used twice: ${line.reason}`));
    }
    if (line.kind === 'promo') {
      const code = statement.codes.get(line.code)!;
      code.uses += 1;
      faults.push(...tell(code.months === null && code.uses > 1, 'a code of one invoice took off two'));
      faults.push(...noteCode(statement, code, lines));
    }
    if (line.kind === 'plan' && line.plan !== 'custom')
      faults.push(...tell(line.amount !== prices[line.plan], `${line.plan} does not cost ${line.amount}`));
  }
  const whole = lines.find(({ kind }) => kind === 'plan');
  const free = lines.some(({ kind }) => kind === 'free_month' || kind === 'premium' || kind === 'promo');
  const code = statement.codes.get(statement.code ?? '');
  if (whole && whole.amount > 0 && !free && code)
    faults.push(...tell(monthsIn(code) < (code.months ?? 1), 'a code has months left and took nothing off'));
  const over = lines.reduce((all, { kind, amount }) => all + (kind === 'overage' ? amount : 0), 0);
  const back = lines.reduce(
    (all, { kind, amount }) => all + (whole && ['unused', 'to_credit'].includes(kind) ? amount : 0),
    0,
  );
  statement.asked = (whole ? 0 : statement.asked) + sum - over - back;
  statement.creditLeft -= from_credit;
  const viewersOnly = lines.every(({ kind }) => kind === 'overage');
  faults.push(...tell(!statement.runs && !viewersOnly, 'an invoice after the end'));
  statement.invoices.set(id, { due: amount_due, state: 'open', viewersOnly });
  return faults;
};

const count = (statement: Statement, { from, to }: { from: number; to: number }): string[] => {
  const faults = tell(from / 86_400 < statement.uncounted, 'a day is counted twice');
  statement.uncounted = to / 86_400;
  return faults;
};

const begin = (statement: Statement, day: number, months: number): string[] => {
  const faults = tell(day < statement.free, 'a day is paid twice');
  statement.runs = { anchor: day, from: day, to: sameDateAfter(day, months) };
  statement.asked = 0;
  return faults;
};

const settle = (statement: Statement, id: string, state: 'paid' | 'off', amount: number | null): string[] => {
  const invoice = statement.invoices.get(id);
  if (!invoice) return ['an invoice that was never closed'];
  const faults = [
    ...tell(invoice.state !== 'open', `an invoice that is ${invoice.state} was settled again`),
    ...tell(amount !== null && amount !== invoice.due, 'another amount was paid than was due'),
    ...tell(amount !== null && !statement.runs && !invoice.viewersOnly, 'a plan was charged after the end'),
  ];
  invoice.state = state;
  statement.paid += amount ?? 0;
  return faults;
};

/** Adds what was decided at a moment to a statement; answers what contradicts what is on it. */
export const note = (statement: Statement, event: SubscriptionEvent, now: number): string[] => {
  const { runs } = statement;
  switch (event.type) {
    case 'SubscriptionStarted':
      return [
        ...tell(runs !== null, 'it was started while it runs'),
        ...begin(statement, dayInBooks(event.data.ts_start), event.data.plan === 'deal' ? 12 : 1),
      ];
    case 'CustomPlanSet':
      statement.code = null;
      statement.left = { asked: runs ? statement.asked : 0, to: runs?.to ?? 0 };
      return begin(statement, dayInBooks(event.data.ts_start), 1);
    case 'PlanUpgraded': {
      if (event.data.ts_start !== undefined) return begin(statement, dayInBooks(event.data.ts_start), 1);
      const kept = runs && nextDate(runs.anchor, 1, runs.to) * 86_400;
      return tell(event.data.kept_until !== kept, 'an upgrade is not kept through the next period');
    }
    case 'SubscriptionRenewed': {
      const { ts_from, ts_to, plan } = event.data;
      if (!runs) return ['it was renewed after its end'];
      const to = nextDate(runs.anchor, plan === 'deal' ? 12 : 1, runs.to);
      const faults = [
        ...tell(ts_from !== runs.to * 86_400, 'a gap between periods'),
        ...tell(ts_to !== to * 86_400, 'a period of another length'),
        ...tell(ts_from > now, 'a period began before its day'),
      ];
      statement.runs = { ...runs, from: runs.to, to };
      return faults;
    }
    case 'SubscriptionEnded': {
      if (!runs) return ['it ended twice'];
      statement.code = null;
      statement.free = Math.min(dayInBooks(event.data.ts_end), runs.to);
      statement.runs = null;
      return tell(event.data.ts_end > now, 'it ended before its time');
    }
    case 'InvoiceClosed': {
      const { closes, lines } = event.data.invoice;
      // Of days that were cut off it is said before what they cost.
      const counted = closes && lines.some(({ kind }) => kind === 'plan') ? count(statement, closes) : [];
      return [...counted, ...checkInvoice(statement, event.data.invoice, now)];
    }
    case 'PeriodCounted':
      return count(statement, event.data.period);
    case 'InvoicePaid':
      return [
        ...tell(event.data.amount > 0 !== (event.data.method_id !== null), 'paid by no card, or nothing by one'),
        ...settle(statement, event.data.invoice_id, 'paid', event.data.amount),
      ];
    case 'InvoiceWrittenOff':
      return settle(statement, event.data.invoice_id, 'off', null);
    case 'PromoApplied': {
      const { promo_id, code, months } = event.data;
      const faults = tell(statement.codes.has(code), `${promo_id} was used twice`);
      statement.codes.set(code, { months, uses: 0, in: new Map() });
      statement.code = code;
      return faults;
    }
    case 'CreditGranted':
      statement.creditLeft += event.data.amount;
      statement.freeMonths.staff += event.data.months;
      return [];
    case 'ReferralEarned':
      statement.freeMonths.referral += 1;
      return [];
    default:
      return [];
  }
};
