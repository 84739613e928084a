import type { z } from 'zod';
import type { payerBody } from '#contracts/subscription/payer.ts';
import type { PaymentCustomer, planAnswer } from '#contracts/subscription/rows.ts';
import { asCommand, call, http } from '../../api/http.ts';

type Subscribed = z.infer<typeof planAnswer>;

/** A plan, by its id, and the promo code that is used with it. */
export interface ChosenPlan {
  plan_id: string;
  promo_code: string | null;
}

/** Who pays and where they live, as it is sent. */
export type WrittenPayer = z.input<typeof payerBody>;

/** The acts on what the account pays for, one method each, sent under the key of the act; all throw ApiError. */
export const paymentCommands = {
  /** Changes the plan; the one that the account has takes back what is scheduled and pays what is open. */
  choosePlan: ({ plan_id, promo_code }: ChosenPlan, key: string) =>
    call<Subscribed>('POST', '/payment/subscribe', {
      ...asCommand(key),
      body: { plan_id, ...(promo_code && { promo_code }) },
    }),
  cancelPlan: (key: string) => call<Subscribed>('DELETE', '/payment/subscribe', { ...asCommand(key), body: {} }),
  /** Begins to add a card: answers the page where it is entered, which leads back to a path of the dashboard. */
  beginCard: (return_url: string, key: string) =>
    http.post<{ id: string; url: string }>('/payment/method', { return_url }, asCommand(key)),
  /** Pays with the card that was entered on that page from now on. */
  attachCard: (id: string, key: string) =>
    call<{ id: string }>('POST', '/payment/method/attach', { ...asCommand(key), body: { id } }),
  /** Pays with another card of the account from now on. */
  chooseCard: (id: string, key: string) =>
    call<{ id: string }>('PATCH', `/payment/method/${id}`, { ...asCommand(key), body: { default: true } }),
  /** Keeps a card of the account no longer. */
  removeCard: (id: string, key: string) =>
    call<{ id: string }>('DELETE', `/payment/method/${id}`, { ...asCommand(key), body: {} }),
  /** Begins to confirm the payment of an invoice: answers where the bank asks, null where it is paid already. */
  confirmPayment: (id: string, key: string) =>
    call<{ url: string | null }>('POST', `/payment/invoice/${id}/confirm`, { ...asCommand(key), body: {} }),
  /** Asks what has come of that. */
  confirmedPayment: (id: string, key: string) =>
    call<{ paid: boolean }>('POST', `/payment/invoice/${id}/confirmed`, { ...asCommand(key), body: {} }),
  /** Says who pays, as later invoices say it. */
  savePayer: (payer: WrittenPayer, key: string) =>
    call<PaymentCustomer>('POST', '/payment/customer', { ...asCommand(key), body: payer }),
  /** The payment provider's own pages for cards and invoices. */
  openPortal: (key: string) => http.post<{ url: string }>('/payment/portal', {}, asCommand(key)),
} as const;
