import { z } from 'zod';
import { country } from '../account/commands.ts';
import { limits } from '../api/limits.ts';
import { text } from '../api/text.ts';
import type { Phrase } from '../words/phrase.ts';
import { subscriptionWords } from '../words/subscription.en.ts';

/** One line of an invoice: spaces around it and breaks in it are no part of it. */
const line = (max: number, required?: Phrase) =>
  text({ max, ...(required && { min: 1, required }) }).overwrite((value) => value.trim().replaceAll(/\s+/g, ' '));
const optional = (max: number) => line(max).nullish();

/** Where somebody who pays lives, as a request says it. Parts that are optional may be left out, null or empty. */
export const typedPayerAddress = z.strictObject({
  line1: line(limits.addressLine, subscriptionWords.addressNeeded),
  line2: optional(limits.addressLine),
  city: line(limits.city, subscriptionWords.cityNeeded),
  state: optional(limits.city),
  postal_code: optional(limits.postalCode),
  country,
  tax_id: optional(limits.taxId),
});
/** POST /payment/customer: who pays, as later invoices say it. */
export const payerBody = z.strictObject({
  name: line(limits.payerName, subscriptionWords.payerNameNeeded),
  address: typedPayerAddress,
});

/** Where somebody who pays lives; `country` by two letters, `tax_id` as they typed it. */
export const payerAddress = z.object({
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  state: z.string().nullable(),
  postal_code: z.string().nullable(),
  country: z.string(),
  tax_id: z.string().nullable(),
});
export type PayerAddress = z.infer<typeof payerAddress>;
/** Who pays for an account; null as long as nobody has said it. */
export const payer = z.object({ name: z.string().nullable(), address: payerAddress.nullable() });
export type Payer = z.infer<typeof payer>;
