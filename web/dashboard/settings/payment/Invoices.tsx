import { useInfiniteQuery } from '@tanstack/react-query';
import { paymentWords } from '../../words/payment.en.ts';
import { t } from '../../words/t.ts';
import { InvoiceList } from './InvoiceList.tsx';
import { invoicesQuery } from './payment-queries.ts';

/** The invoices of one's own account. */
export function Invoices() {
  return <InvoiceList found={useInfiniteQuery(invoicesQuery)} noneText={t(paymentWords.noInvoicesText)} />;
}
