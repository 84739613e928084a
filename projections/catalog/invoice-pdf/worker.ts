import { parentPort } from 'node:worker_threads';
import type { InvoiceRow } from '#contracts/subscription/rows.ts';
import type { InvoiceCustomer } from './customer.ts';
import { renderInvoice } from './render.ts';

/** An invoice to draw. */
export interface InvoiceTask {
  id: number;
  invoice: InvoiceRow;
  customer: InvoiceCustomer;
}

/** What became of it. */
export type InvoiceDrawn = { id: number; pdf: Uint8Array } | { id: number; failure: string };

const port = parentPort!;
const say = (drawn: InvoiceDrawn): void => port.postMessage(drawn);

port.on('message', ({ id, invoice, customer }: InvoiceTask) => {
  renderInvoice(invoice, customer).then(
    (pdf) => say({ id, pdf }),
    (error: unknown) => say({ id, failure: String((error as Error).message) }),
  );
});
