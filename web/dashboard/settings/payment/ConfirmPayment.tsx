import { Button } from '../../kit/buttons/Button.tsx';
import { paymentWords } from '../../words/payment.en.ts';
import { t } from '../../words/t.ts';
import type { Payment } from './use-payment.tsx';

/** Leads to where a person confirms the payment of an open invoice. */
export function ConfirmPayment({ invoiceId, payment }: { invoiceId: string; payment: Payment }) {
  const { confirm } = payment;
  return (
    <Button loading={confirm.busy} onClick={() => void confirm.run(invoiceId)}>
      {t(paymentWords.confirm)}
    </Button>
  );
}
