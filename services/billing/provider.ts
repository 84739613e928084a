import type { z } from 'zod';
import type { subscribeBody } from '#contracts/subscription/commands.ts';
import type { CouponRow } from '#contracts/subscription/rows.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { CommandAnswer, CommandContext } from '#kernel/commands/command-trx.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { DescribedCard, PayerPatch } from './payer.ts';

/** A request as a provider gets it: who asks, and what comes of it in the log. */
export interface BillingRequest {
  principal: Principal;
  context: CommandContext;
}

/** Who takes the money of an installation. The same is asked of each; what comes of it stands in the same events. */
export interface PaymentProvider {
  /** Changes what the caller's account subscribes to, and pays what is due for it. */
  subscribe(kernel: Kernel, request: BillingRequest, body: z.output<typeof subscribeBody>): Promise<CommandAnswer>;
  /** What that would cost; changes nothing. */
  preview(kernel: Kernel, request: BillingRequest, body: z.output<typeof subscribeBody>): Promise<CommandAnswer>;
  /** Ends the subscription at the end of its period. */
  cancel(kernel: Kernel, request: BillingRequest): Promise<CommandAnswer>;
  /** Begins to add a card: answers the page where it is entered, which comes back to a path of ours. */
  beginCard(kernel: Kernel, request: BillingRequest, return_url: string): Promise<CommandAnswer>;
  /** Takes the card that somebody has entered on that page as the one to pay with. */
  attachCard(kernel: Kernel, request: BillingRequest, sessionId: string): Promise<CommandAnswer>;
  /** Pays with another card of the account from now on. */
  chooseCard(kernel: Kernel, request: BillingRequest, methodId: string): Promise<CommandAnswer>;
  /** Keeps a card of the account no longer; refuses the one that pays next. */
  removeCard(kernel: Kernel, request: BillingRequest, methodId: string): Promise<CommandAnswer>;
  /** Changes who pays for the caller's account; with `card`, also whose that is. */
  describePayer(
    kernel: Kernel,
    request: BillingRequest,
    patch: PayerPatch,
    card?: DescribedCard,
  ): Promise<CommandAnswer>;
  /** What a promo code takes off; refuses one that is not there. */
  lookUpCode(kernel: Kernel, code: string): Promise<CouponRow>;
  /** The address of the provider's own pages for cards and invoices; refuses where there are none. */
  openPortal(kernel: Kernel, request: BillingRequest): Promise<string>;
  /** The address of an invoice that the provider made, as a PDF. */
  invoicePdf(kernel: Kernel, accountId: string, invoiceId: string): Promise<string>;
  /** The address of the provider's page on which an open invoice is paid; refuses one that is not open, or not the provider's. */
  invoicePage(kernel: Kernel, accountId: string, invoiceId: string): Promise<string>;
  /** Begins to confirm the payment of an open invoice: answers where the bank asks, null where it is paid already. */
  confirmPayment(kernel: Kernel, request: BillingRequest, invoiceId: string): Promise<CommandAnswer>;
  /** What has come of that, once somebody is back from there. */
  confirmedPayment(kernel: Kernel, request: BillingRequest, invoiceId: string): Promise<CommandAnswer>;
}
