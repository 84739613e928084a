import { z } from 'zod';
import { text } from '../api/text.ts';
import type { Phrase } from '../words/phrase.ts';
import { subscriptionWords } from '../words/subscription.en.ts';
import { worded } from '../words/worded.ts';
import { holdsCardNumber } from './card-number.ts';

/** The longest parts of a name and an address, in code points. */
export const payerLimits = { name: 150, addressLine: 200, city: 100, postalCode: 20, taxId: 40 } as const;

// Nor what turns the rest of a line around, or is drawn as an empty box.
const breaks = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * One line of an invoice: spaces around it and breaks in it are no part of it, nor is the number of a card, of `card` digits.
 * One that is required says something.
 */
const line = (max: number, required?: Phrase, card?: { least: number; most: number }) => {
  const one = text({ max, ...(required && { min: 1, required }) })
    .overwrite((value) => value.replaceAll(breaks, ' ').trim())
    .refine((value) => !holdsCardNumber(value, card), worded(subscriptionWords.cardNumber));
  return required ? one.refine((value) => visible.test(value), worded(required)) : one;
};
const optional = (max: number) => line(max).nullish();

/** Where somebody who pays lives, as a request says it. Parts that are optional may be left out, null or empty. */
export const typedPayerAddress = z.strictObject({
  line1: line(payerLimits.addressLine, subscriptionWords.addressNeeded),
  line2: optional(payerLimits.addressLine),
  city: line(payerLimits.city, subscriptionWords.cityNeeded),
  state: optional(payerLimits.city),
  postal_code: optional(payerLimits.postalCode),
  country: z
    .string(worded(subscriptionWords.countryNeeded))
    .regex(/^[A-Z]{2}$/, worded(subscriptionWords.countryNeeded)),
  // Companies have numbers too, of other lengths than most cards.
  tax_id: line(payerLimits.taxId, undefined, { least: 15, most: 16 }).nullish(),
});
/** The name of somebody who pays, as a request says it. */
export const typedPayerName = line(payerLimits.name, subscriptionWords.payerNameNeeded);
/** POST /payment/customer: who pays, as later invoices say it; null takes away what stood there. */
export const payerBody = z.strictObject({ name: typedPayerName.nullable(), address: typedPayerAddress.nullable() });

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
