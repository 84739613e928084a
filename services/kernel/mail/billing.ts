import type { FreeTime } from '#contracts/subscription/events.ts';
import { billDay } from '#contracts/subscription/line-text.ts';
import { money } from '#contracts/subscription/money.ts';
import { unconfirmedCode } from '#contracts/subscription/payment-page.ts';
import type { InvoiceRow } from '#contracts/subscription/rows.ts';
import { planForViewers, type ViewerLimitKind } from '#contracts/subscription/viewer-limit.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { billingWords } from '#contracts/words/billing.en.ts';
import { mailWords } from '#contracts/words/mails.en.ts';
import { fill, type Phrase } from '#contracts/words/phrase.ts';
import { say } from '../platform/say.ts';
import { type MailContent, renderWords } from './templates.ts';

/** Whom a mail about money greets, and where it leads. */
export interface BillingReader {
  firstname: string;
  /** The page of payments. */
  page: string;
}

const statusOf = (
  { status, amount_due, amount_paid }: InvoiceRow,
  ts_next: UnixSeconds | null,
  confirm: boolean,
): Phrase => {
  if (amount_due === 0) return mailWords.invoiceNothing;
  if (status === 'paid') return fill(mailWords.invoicePaid, { amount: money(amount_paid) });
  if (status === 'uncollectible') return mailWords.invoiceUncollectible;
  if (confirm) return mailWords.invoiceUnconfirmed;
  return ts_next === null ? mailWords.invoiceOpen : fill(mailWords.invoiceTried, { day: billDay(ts_next) });
};

/** Writes the mail of a closed invoice; `ts_next`: when its payment is tried again; `confirm`: the person is to confirm it to their bank; `proof`: where its viewers are checked. */
export const renderInvoiceMail = (
  { firstname, page }: BillingReader,
  {
    invoice,
    ts_next,
    confirm,
    proof,
  }: { invoice: InvoiceRow; ts_next: UnixSeconds | null; confirm: boolean; proof: string },
): MailContent => {
  const { number, created, closes, lines, from_credit, amount_due, viewers } = invoice;
  const rows = lines.map(({ description, amount }) => [description, money(amount)] as const);
  if (from_credit > 0) rows.push([say(billingWords.fromCredit), money(-from_credit)]);
  const total = [say(billingWords.amountDue), money(amount_due)] as const;
  const { format } = new Intl.NumberFormat('en-US');
  const counted = viewers
    ? [fill(mailWords.invoiceUsers, { mau: format(viewers.mau), limit: format(viewers.mau_limit) })]
    : [];
  const proven = viewers?.digest ? [fill(mailWords.invoiceProof, { digest: viewers.digest, address: proof })] : [];
  const { signature, key_id: key } = viewers ?? {};
  const signed = signature && key ? [fill(mailWords.invoiceSignature, { signature, key })] : [];
  return renderWords(
    {
      subject: fill(mailWords.invoiceSubject, { number }),
      lines: [
        fill(mailWords.invoiceText, { number, day: billDay(created) }),
        ...(closes ? [fill(mailWords.invoicePeriod, { from: billDay(closes.from), to: billDay(closes.to - 1) })] : []),
      ],
      table: {
        head: [say(mailWords.invoiceLine), say(mailWords.invoiceAmount)],
        total,
        rows,
        note: say(statusOf(invoice, ts_next, confirm)),
        text: [...rows, total].map(([what, amount]) => say(fill(mailWords.invoiceItem, { what, amount }))),
      },
      button: mailWords.invoiceButton,
      end: [...counted, ...proven, ...(proven.length > 0 ? signed : [])],
    },
    { firstname, link: page },
  );
};

/** What became of a payment that failed: tried again then, waiting for another way to be paid, or the plan is over. */
export type AfterFailure = { ts_next: UnixSeconds } | 'waits' | 'ended';

/** Writes the mail of a payment, in cents, that failed or that the person is to confirm to their bank. */
export const renderFailedPayment = (
  { firstname, page }: BillingReader,
  { number, amount: cents, code, then }: { number: string; amount: number; code: string; then: AfterFailure },
): MailContent => {
  const told = { number, amount: money(cents) };
  const after =
    then === 'waits'
      ? mailWords.failedWaits
      : then === 'ended'
        ? mailWords.failedEnded
        : fill(mailWords.failedAgain, { day: billDay(then.ts_next) });
  const isAsked = code === unconfirmedCode && then !== 'ended';
  const failed = isAsked
    ? mailWords.failedUnconfirmed
    : code === 'no_card'
      ? mailWords.failedNoCard
      : mailWords.failedText;
  return renderWords(
    {
      subject: isAsked ? mailWords.confirmPaymentSubject : mailWords.failedSubject,
      lines: isAsked && then === 'waits' ? [fill(failed, told)] : [fill(failed, told), after],
      button: mailWords.billingButton,
      end: [],
    },
    { firstname, link: page },
  );
};

const ends = {
  trial: { subject: mailWords.trialEndSubject, text: mailWords.trialEndText },
  deal: { subject: mailWords.dealEndSubject, text: mailWords.dealEndText },
  free_month: { subject: mailWords.freeMonthEndSubject, text: mailWords.freeMonthEndText },
} as const;

/** Writes the mail of free time that ends; `amount`: the cents that the card is charged then, null where Starter follows. */
export const renderFreeEnd = (
  { firstname, page }: BillingReader,
  { kind, ts_end, amount }: { kind: FreeTime; ts_end: UnixSeconds; amount: number | null },
): MailContent => {
  const day = billDay(ts_end);
  const [subject, text] = [fill(ends[kind].subject, { day }), fill(ends[kind].text, { day })];
  const then = amount === null ? mailWords.endStarter : fill(mailWords.endCharged, { amount: money(amount) });
  return renderWords(
    { subject, lines: [text, then], button: mailWords.billingButton, end: [mailWords.endLive] },
    { firstname, link: page },
  );
};

const limits = {
  reached: { subject: mailWords.limitReachedSubject, text: mailWords.limitReachedText },
  exceeded: { subject: mailWords.limitExceededSubject, text: mailWords.limitExceededText },
} as const;

/** Writes the mail of a plan that is never charged for viewers: so many since a month began, of how many it includes. */
export const renderViewerLimit = (
  { firstname, page }: BillingReader,
  told: { kind: ViewerLimitKind; ts_from: UnixSeconds; mau: number; mau_limit: number },
): MailContent => {
  const { format } = new Intl.NumberFormat('en-US');
  const [mau, limit, day] = [format(told.mau), format(told.mau_limit), billDay(told.ts_from)];
  const { subject, text } = limits[told.kind];
  const fits = told.kind === 'exceeded' ? planForViewers(told.mau) : null;
  const larger = fits
    ? [fill(mailWords.limitFits, { plan: fits.nickname, limit: format(fits.metadata.mau_limit) })]
    : [];
  return renderWords(
    {
      subject: fill(subject, { limit }),
      lines: [fill(text, { mau, day, limit }), ...larger],
      button: mailWords.seePlans,
      end: [mailWords.limitFree],
    },
    { firstname, link: page },
  );
};
