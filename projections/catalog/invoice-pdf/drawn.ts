import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { InvoiceRow } from '#contracts/subscription/rows.ts';
import type { InvoiceCustomer } from './customer.ts';
import type { InvoiceDrawn, InvoiceTask } from './worker.ts';

// Reading the fonts and drawing a page hold a thread for a third of a second, and for seconds where an address is as long
// as it may be, which must not be the one that answers.
const longestMs = 30_000;
const idleMs = 60_000;
const heapMb = 256;

interface Waiting {
  resolve(pdf: Buffer): void;
  reject(error: Error): void;
}

/** A thread that draws invoices one after the other, and ends when it was idle for a minute. */
const startThread = (onEnd: () => void) => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const waiting = new Map<number, Waiting>();
  let tasks = 0;
  let timer: NodeJS.Timeout;
  let hasEnded = false;
  const end = (error: Error): void => {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(timer);
    onEnd();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    void worker.terminate();
  };
  const wait = (): void => {
    clearTimeout(timer);
    const isIdle = waiting.size === 0;
    timer = setTimeout(() => end(new Error('drawing an invoice took too long')), isIdle ? idleMs : longestMs);
    // A process may end while nobody waits for an invoice.
    if (isIdle) {
      timer.unref();
      worker.unref();
    } else worker.ref();
  };
  worker.on('message', (drawn: InvoiceDrawn) => {
    const one = waiting.get(drawn.id);
    waiting.delete(drawn.id);
    wait();
    if ('pdf' in drawn) one?.resolve(Buffer.from(drawn.pdf));
    else one?.reject(new Error(drawn.failure));
  });
  worker.on('error', end);
  worker.on('exit', () => end(new Error('the thread that draws invoices ended')));
  return (invoice: InvoiceRow, customer: InvoiceCustomer): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      tasks += 1;
      waiting.set(tasks, { resolve, reject });
      // Those behind it have their time from when it is done.
      if (waiting.size === 1) wait();
      worker.postMessage({ id: tasks, invoice, customer } satisfies InvoiceTask);
    });
};

let thread: ReturnType<typeof startThread> | null = null;
const draw = (invoice: InvoiceRow, customer: InvoiceCustomer): Promise<Buffer> => {
  thread ??= startThread(() => {
    thread = null;
  });
  return thread(invoice, customer);
};

/** Who asks again soon gets what is there. */
const kept = new LRUCache<string, Promise<Buffer>>({ max: 100, ttl: 600_000 });

/**
 * An invoice as a PDF, drawn in a thread of its own, once in ten minutes as long as neither it nor the customer changes.
 * Rejects where drawing fails or takes longer than 30 s.
 */
export const drawnInvoice = (invoice: InvoiceRow, customer: InvoiceCustomer): Promise<Buffer> => {
  const key = createHash('sha256')
    .update(JSON.stringify([invoice, customer]))
    .digest('base64');
  const before = kept.get(key);
  if (before) return before;
  const drawn = draw(invoice, customer);
  kept.set(key, drawn);
  drawn.catch(() => kept.delete(key));
  return drawn;
};
