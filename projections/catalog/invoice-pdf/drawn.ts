import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { InvoiceRow } from '#contracts/subscription/rows.ts';
import type { InvoiceCustomer } from './customer.ts';

/** Drawing one holds the process for a third of a second: who asks again soon gets what is there. */
const kept = new LRUCache<string, Promise<Buffer>>({ max: 100, ttl: 600_000 });

/** An invoice as a PDF, drawn once in ten minutes as long as neither it nor the customer changes. */
export const drawnInvoice = (invoice: InvoiceRow, customer: InvoiceCustomer): Promise<Buffer> => {
  const key = createHash('sha256')
    .update(JSON.stringify([invoice, customer]))
    .digest('base64');
  const before = kept.get(key);
  if (before) return before;
  // Loaded with the first one: no other answer needs fonts.
  const drawn = import('./render.ts').then(({ renderInvoice }) => renderInvoice(invoice, customer));
  kept.set(key, drawn);
  drawn.catch(() => kept.delete(key));
  return drawn;
};
