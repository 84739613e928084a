import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { PaymentCustomer, PaymentMethodRow } from '#contracts/subscription/rows.ts';
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx';
import { paymentWords } from '../../words/payment.en.ts';
import { t } from '../../words/t.ts';
import { paymentChanges } from './payment-queries.ts';
import type { PaymentAddress } from './use-payment-address.ts';
import { type Proven, useProven } from './use-proven.tsx';

/** The card that pays; undefined without one. */
export const chosenCard = ({ payment_methods }: Pick<PaymentCustomer, 'payment_methods'>) =>
  payment_methods.find(({ is_default }) => is_default);

/** Leads to the page where a card is entered, which comes back to the path that it is run with. */
export function useAddCard(customer: PaymentCustomer): Proven<string> {
  return useProven<string, { url: string }>(
    {
      on: 'payment',
      send: (product, path, key) => product.beginCard(path, key),
      onDone: ({ url }) => {
        // Our own page stands where this one does, whatever it is called.
        const { pathname } = new URL(url);
        window.location.assign(customer.billing === 'local' ? pathname : url);
      },
    },
    { title: t(paymentWords.addCard), submit: t(paymentWords.continue) },
  );
}

/** Leads to the payment provider's own pages for cards and invoices. */
export function usePortal(): Proven<void> {
  return useProven<void, { url: string }>(
    {
      on: 'payment',
      send: (product, _, key) => product.openPortal(key),
      onDone: ({ url }) => window.location.assign(url),
    },
    { title: t(paymentWords.openStripe), submit: t(paymentWords.continue) },
  );
}

/** Pays with another card of the account from now on. */
export function useChooseCard(onDone: () => void): Proven<string> {
  return useProven<string, { message: string | null }>(
    {
      on: 'payment',
      send: (product, id, key) => product.chooseCard(id, key),
      changes: paymentChanges,
      said: ({ message }) => message,
      onDone,
    },
    { title: t(paymentWords.changeCard), submit: t(paymentWords.useCard) },
  );
}

/** Keeps a card of the account no longer; `ask` asks before. */
export function useRemoveCard(): { ask: (card: PaymentMethodRow) => void; busy: boolean; dialog: ReactNode } {
  const [asked, setAsked] = useState<PaymentMethodRow | null>(null);
  const remove = useProven<string, { message: string | null }>(
    {
      on: 'payment',
      send: (product, id, key) => product.removeCard(id, key),
      changes: paymentChanges,
      said: ({ message }) => message,
    },
    { title: t(paymentWords.removeCard), submit: t(paymentWords.removeCard) },
  );
  const last4 = asked?.card.last4 ?? '';
  return {
    ask: setAsked,
    busy: remove.busy,
    dialog: (
      <>
        <ConfirmDialog
          open={asked !== null}
          text={t(paymentWords.removeCardQuestion, { last4 })}
          confirmLabel={t(paymentWords.removeCard)}
          cancelLabel={t(paymentWords.keepCard)}
          onConfirm={async () => {
            if (asked) await remove.run(asked.id);
            setAsked(null);
          }}
          onClose={() => setAsked(null)}
        />
        {remove.dialog}
      </>
    ),
  };
}

/** Takes the card that one comes back with, once: again, after a reload, it changes nothing. */
export function useReturnedCard({ card, forgetCard }: PaymentAddress): Proven<string> {
  const attach = useProven<string, { message: string | null }>(
    {
      on: 'payment',
      send: (product, id, key) => product.attachCard(id, key),
      changes: paymentChanges,
      said: ({ message }) => message,
      onRefused: () => {
        forgetCard();
        return false;
      },
      onDone: forgetCard,
    },
    { title: t(paymentWords.addCard), submit: t(paymentWords.useCard), onClose: forgetCard },
  );
  const take = useEffectEvent((id: string) => void attach.run(id));
  useEffect(() => {
    if (card) take(card);
  }, [card]);
  return attach;
}
