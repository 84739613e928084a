import { useEffect, useEffectEvent } from 'react';
import { useCommand } from '../../kit/use-command.ts';
import { paymentWords } from '../../words/payment.en.ts';
import { t } from '../../words/t.ts';
import { paymentChanges } from './payment-queries.ts';
import type { PaymentAddress } from './use-payment-address.ts';
import { type Proven, useProven } from './use-proven.tsx';

/** Leads to where a person confirms the payment of the invoice with the id that it is run with. */
export function useConfirmPayment(): Proven<string> {
  return useProven<string, { data: { url: string | null }; message: string | null }>(
    {
      on: 'payment',
      send: (product, id, key) => product.confirmPayment(id, key),
      changes: paymentChanges,
      said: ({ message }) => message,
      onDone: ({ data: { url } }) => {
        if (url !== null) window.location.assign(url);
      },
    },
    { title: t(paymentWords.confirm), submit: t(paymentWords.continue) },
  );
}

/** Asks what has come of a confirmation that one comes back from, and tells it. */
export function useReturnedConfirmation({ confirmed, forgetConfirmed }: PaymentAddress): void {
  const ask = useCommand<string, { data: { paid: boolean }; message: string | null }>({
    on: 'payment',
    send: (product, id, key) => product.confirmedPayment(id, key),
    changes: paymentChanges,
    said: ({ message: text, data: { paid } }) => ({ text, type: paid ? 'success' : 'error' }),
    onEnd: forgetConfirmed,
  });
  const take = useEffectEvent((id: string) => void ask.run(id));
  useEffect(() => {
    if (confirmed) take(confirmed);
  }, [confirmed]);
}
