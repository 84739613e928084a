import { Refusal } from '#contracts/api/errors.ts';
import { shareOf } from '#contracts/api/plans.ts';
import { billDay } from '#contracts/subscription/line-text.ts';
import type { OutsideAsk } from '#contracts/subscription/outside-ask.ts';
import type { PaymentPage } from '#contracts/subscription/payment-page.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import { fill, type Phrase } from '#contracts/words/phrase.ts';
import { subscriptionWords } from '#contracts/words/subscription.en.ts';
import { isUnconfirmedRefusal } from './answers.ts';

/** Something that Stripe was asked for, under the id of its event. */
export interface AskWithId {
  ask_id: string;
  ask: OutsideAsk;
}

const said = (asks: readonly OutsideAsk[], { custom }: SubscriptionState): Phrase => {
  for (const ask of asks)
    switch (ask.kind) {
      case 'change_later':
        return fill(subscriptionWords.downgraded, { plan: shareOf(ask.plan, custom).nickname, day: billDay(ask.ts) });
      case 'end_later':
        return subscriptionWords.canceled;
      case 'start':
      case 'change':
        return subscriptionWords.upgraded;
    }
  if (asks.some(({ kind }) => kind === 'keep')) return subscriptionWords.withdrawn;
  if (asks.some(({ kind }) => kind === 'promote')) return subscriptionWords.promoApplied;
  return asks.some(({ kind }) => kind === 'pay') ? subscriptionWords.paid : subscriptionWords.unchanged;
};

/** The open invoice at Stripe by which somebody confirms to their bank what they asked for; null where there is none. */
export const invoiceToConfirm = (
  { outside }: Pick<SubscriptionState, 'outside'>,
  asked: readonly AskWithId[],
): string | null => {
  for (const { ask_id, ask } of asked) {
    if (outside.confirming?.ask_id === ask_id) return outside.confirming.invoice;
    const refused = outside.answers.find((one) => one.ask_id === ask_id)?.refused;
    if (ask.kind === 'pay' && isUnconfirmedRefusal(refused)) return ask.invoice;
  }
  return null;
};

/**
 * What somebody is told whose asks Stripe has answered: what was done, or a Refusal that says what was refused. `page`: where
 * an open invoice is confirmed.
 */
export const toldOf = (
  state: SubscriptionState,
  asked: readonly AskWithId[],
  page: PaymentPage | null = null,
): Phrase => {
  const refusedBy = ({ ask_id }: AskWithId) => state.outside.answers.find((one) => one.ask_id === ask_id)?.refused;
  const at = asked.findIndex((one) => refusedBy(one));
  const asks = asked.map(({ ask }) => ask);
  const ask = asks[at];
  if (!ask) return said(asks, state);
  const refused = refusedBy(asked[at]!)!;
  const before = (kind: OutsideAsk['kind']) => asks.slice(0, at).some((one) => one.kind === kind);
  if (ask.kind === 'promote') {
    if (before('start')) return subscriptionWords.upgradedWithoutCode;
    throw new Refusal('PaymentRefused', subscriptionWords.codeRefused);
  }
  if (page) throw new Refusal('PaymentUnconfirmed', subscriptionWords.confirmAtStripe, undefined, page);
  const isPaid = before('pay');
  if (isUnconfirmedRefusal(refused) && !isPaid) throw new Refusal('PaymentUnconfirmed');
  if (refused.startsWith('declined'))
    throw isPaid ? new Refusal('CardDeclined', subscriptionWords.paidThenDeclined) : new Refusal('CardDeclined');
  throw isPaid ? new Refusal('PaymentRefused', subscriptionWords.paidThenRefused) : new Refusal('PaymentRefused');
};
