import { type HeldPlanId, shareOf } from '../api/plans.ts';
import { type AuditFields, differences } from '../audit/differences.ts';
import type { Actor } from '../event.ts';
import type { NounAudit } from '../noun.ts';
import { streamId } from '../stream-name.ts';
import { fill, type Phrase } from '../words/phrase.ts';
import { subscriptionAuditWords as words } from '../words/subscription-audit.en.ts';
import type { subscriptionEvents } from './events.ts';
import { money } from './money.ts';
import type { OutsideAsk } from './outside-ask.ts';
import { standingOf } from './standing.ts';
import type { SubscriptionState } from './state.ts';

const planLabel = (id: HeldPlanId | null, { custom }: Pick<SubscriptionState, 'custom'>): string | Phrase =>
  id ? fill(words.plan, { name: shareOf(id, custom).nickname }) : '';
/** Cents where they stand alone. */
const inDollars = (cents: number): Phrase => fill(words.amount, { amount: (cents / 100).toFixed(2) });
// Periods begin and end at midnight UTC.
const days = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });
const day = (seconds: number): string => days.format(seconds * 1000);

const fieldsOf = (state: SubscriptionState): AuditFields => {
  const { plan, provider, period, scheduled, open, promo, credit, free_months } = state;
  return {
    plan: planLabel(plan, state),
    billing: provider,
    payment_status: standingOf(state).standing,
    period: period && `${day(period.from)} – ${day(period.to)}`,
    scheduled: scheduled && (scheduled.plan ? planLabel(scheduled.plan, state) : words.noPlan),
    scheduled_for: scheduled && day(scheduled.ts),
    open_invoice: open && inDollars(open.amount),
    promo_code: promo?.code,
    credit: credit === 0 ? null : inDollars(credit),
    free_months: free_months.referral + free_months.staff || null,
  };
};

/** Whether who did it is of the account: what is due is charged by nobody of it. */
const isPayer = (by: Actor['type']): boolean => by === 'user' || by === 'api_token';

const asked = (ask: OutsideAsk, state: SubscriptionState): Phrase => {
  switch (ask.kind) {
    case 'start':
    case 'change':
      return fill(words[`asked_${ask.kind}`], { plan: planLabel(ask.plan, state) });
    case 'promote':
      return fill(words.asked_promote, { code: ask.promo.code });
    case 'change_later':
      return fill(words.asked_change_later, { plan: planLabel(ask.plan, state), day: day(ask.ts) });
    case 'end_later':
      return fill(words.asked_end_later, { day: day(ask.ts) });
    case 'overage':
    case 'take_off':
    case 'credit':
      return fill(words[`asked_${ask.kind}`], { amount: money(ask.amount) });
    case 'end_now':
      return words[ask.second ? 'asked_end_second' : 'asked_end_now'];
    case 'keep':
    case 'pay':
    case 'describe':
    case 'give_up':
      return words[`asked_${ask.kind}`];
  }
};

const isNothing = ({ plan, open, credit, free_months, card }: SubscriptionState): boolean =>
  plan === null && !open && credit === 0 && free_months.referral + free_months.staff === 0 && card === null;

/** How the audit tells of subscriptions. */
export const subscriptionAudit: NounAudit<typeof subscriptionEvents, SubscriptionState> = {
  sentences: {
    SubscriptionStarted: ({ data, after }) => fill(words.started, { plan: planLabel(data.plan, after) }),
    PlanUpgraded: ({ data, after }) => fill(words.upgraded, { plan: planLabel(data.plan, after) }),
    DowngradeScheduled: ({ data, after }) =>
      fill(words.downgradeScheduled, { plan: planLabel(data.plan, after), day: day(data.ts_change) }),
    CancellationScheduled: ({ data }) => fill(words.canceled, { day: day(data.ts_change) }),
    ScheduledChangeWithdrawn: () => words.withdrawn,
    SubscriptionRenewed: ({ data, after }) =>
      fill(words.renewed, { plan: planLabel(data.plan, after), day: day(data.ts_to) }),
    SubscriptionEnded: ({ data, before }) =>
      fill(words.ended, { plan: planLabel(before.plan, before), reason: words[`ended_${data.reason}`] }),
    InvoiceClosed: ({ data: { invoice } }) =>
      fill(words.invoiceClosed, { number: invoice.number, amount: money(invoice.amount_due) }),
    InvoicePaid: ({ data: { invoice_id, amount, method_id }, after, by }) => {
      if (amount === 0) return words.nothingDue;
      // The payment provider charges by itself, whatever card is known here.
      const charged = method_id !== null || after.outside.invoices.some(({ id }) => id === invoice_id);
      if (!charged) return fill(words.paidWithoutCard, { amount: money(amount) });
      return fill(isPayer(by) ? words.invoicePaid : words.invoiceCharged, { amount: money(amount) });
    },
    PaymentFailed: ({ data: { amount: cents, ts_next }, by }) => {
      const amount = money(cents);
      if (ts_next === null) return fill(isPayer(by) ? words.paymentFailed : words.chargeFailed, { amount });
      return fill(isPayer(by) ? words.paymentTriedAgain : words.chargeTriedAgain, { amount, day: day(ts_next) });
    },
    InvoiceWrittenOff: () => words.writtenOff,
    PromoApplied: ({ data }) => fill(words.promoApplied, { code: data.code }),
    CreditGranted: ({ data: { months, amount, reason } }) =>
      months > 0
        ? fill(words.monthsGranted, { months, reason })
        : fill(words.creditGranted, { amount: money(amount), reason }),
    ReferralEarned: () => words.referralEarned,
    CustomPlanSet: ({ data }) => fill(words.customPlanSet, { name: data.terms.nickname }),
    DealRedeemed: () => words.dealRedeemed,
    DealReleased: () => words.dealReleased,
    FreeTimeEnding: ({ data }) => fill(words.freeTimeEnding, { kind: data.kind, day: day(data.ts_end) }),
    ViewerLimitReached: ({ data: { kind, mau, mau_limit, ts_from } }) =>
      fill(words.viewerLimit, { kind, users: mau, limit: mau_limit, day: day(ts_from) }),
    CardChosen: () => words.cardChosen,
    CardRemoved: () => words.cardRemoved,
    BillingDetailsChanged: () => words.detailsChanged,
    ProviderAsked: ({ data, after }) => asked(data.ask, after),
    ProviderAnswered: ({ data }) => (data.refused === null ? words.answered : words.refused),
    CreditFollowed: ({ data }) => fill(words.creditFollowed, { amount: money(data.credit) }),
    PeriodCounted: ({ data }) => fill(words.counted, { users: data.viewers.mau, day: day(data.period.to) }),
  },
  changes: (_event, before, after) => differences(isNothing(before) ? null : fieldsOf(before), fieldsOf(after)),
  subjectTypes: ['account'],
  subject: ({ meta }) => ({
    type: 'account',
    id: streamId(meta.stream),
    title: words.subject,
    parent_id: null,
  }),
};
