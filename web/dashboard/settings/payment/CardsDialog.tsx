import type { PaymentCustomer, PaymentMethodRow } from '#contracts/subscription/rows.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { paymentWords } from '../../words/payment.en.ts';
import { t } from '../../words/t.ts';
import css from './CurrentPlan.module.css';
import { CardText } from './CurrentPlan.tsx';
import type { Payment } from './use-payment.tsx';

/** What the dialog is called: as the sentence has it that asks for a card, else like the button that opens it. */
const cardsTitle = (isNeeded: boolean, cards: number) => {
  if (isNeeded) return paymentWords.billingInfo;
  return cards > 0 ? paymentWords.changeCard : paymentWords.addCard;
};

/** The cards of the account, one of which pays, and the way to add one. */
export function CardsDialog({ customer, payment }: { customer: PaymentCustomer; payment: Payment }) {
  const { address, addCard, chooseCard, removeCard, portal, needsCard, openCards } = payment;
  const { payment_methods: methods, billing, portal: hasPortal } = customer;
  const busy = addCard.busy || chooseCard.busy || removeCard.busy || portal.busy;
  const mayRemove = ({ is_default }: PaymentMethodRow) =>
    !is_default || (methods.length === 1 && customer.subscription === null);
  const close = () => {
    openCards(false);
    if (needsCard) address.open('list');
  };
  return (
    <Dialog
      open
      title={t(cardsTitle(needsCard, methods.length))}
      onClose={busy ? () => undefined : close}
      footer={
        <>
          <Button onClick={close} disabled={busy}>
            {t(paymentWords.close)}
          </Button>
          {hasPortal ? (
            <Button loading={portal.busy} onClick={() => void portal.run()}>
              {t(paymentWords.openStripe)}
            </Button>
          ) : null}
          <Button variant="primary" loading={addCard.busy} onClick={() => void addCard.run(address.returnPath)}>
            {t(paymentWords.addCard)}
          </Button>
        </>
      }
    >
      {needsCard ? (
        <>
          <p role="alert">{t(refusalWords.CardRequired)}</p>
          <p className="t-small">{t(paymentWords.cardNeeded)}</p>
        </>
      ) : null}
      {methods.length > 0 ? (
        <ul className={css.cards} aria-label={t(paymentWords.cards)}>
          {methods.map((method) => {
            const { id, card, is_default } = method;
            return (
              <li key={id}>
                <CardText card={card} />
                <span className={css.cardActs}>
                  {is_default ? (
                    <Badge kind="primary">{t(paymentWords.inUse)}</Badge>
                  ) : (
                    <Button
                      size="small"
                      disabled={busy}
                      aria-label={t(paymentWords.useCardNamed, { last4: card.last4 })}
                      onClick={() => void chooseCard.run(id)}
                    >
                      {t(paymentWords.useCard)}
                    </Button>
                  )}
                  {mayRemove(method) ? (
                    <Button
                      size="small"
                      disabled={busy}
                      aria-label={t(paymentWords.removeCardNamed, { last4: card.last4 })}
                      onClick={() => removeCard.ask(method)}
                    >
                      {t(paymentWords.remove)}
                    </Button>
                  ) : null}
                </span>
              </li>
            );
          })}
        </ul>
      ) : null}
      <p className="t-small">{t(billing === 'stripe' ? paymentWords.cardPageStripe : paymentWords.cardPage)}</p>
      {billing === 'local' ? <p className="t-caption">{t(paymentWords.testMode)}</p> : null}
    </Dialog>
  );
}
