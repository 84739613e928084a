import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { errorText } from '../../api/error.ts';
import { http } from '../../api/http.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { paymentWords } from '../../words/payment.en.ts';
import { t } from '../../words/t.ts';

/** Leads to the payment provider's page on which a person confirms the payment of an open invoice. */
export function ConfirmPayment({ invoiceId }: { invoiceId: string }) {
  const notify = useNotify();
  const open = useMutation({
    mutationFn: () => http.get<{ url: string }>(`/payment/invoice/${invoiceId}/page`),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => {
      const text = errorText(error);
      if (text) notify(text, { type: 'error' });
    },
  });
  return (
    <Button loading={open.isPending} onClick={() => open.mutate()}>
      {t(paymentWords.confirm)}
    </Button>
  );
}
