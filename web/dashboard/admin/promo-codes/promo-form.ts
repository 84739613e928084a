import { z } from 'zod';
import { type PromoCodeBody, promoCodeBody } from '#contracts/subscription/commands.ts';
import { staffWords } from '#contracts/words/staff.en.ts';
import { t } from '../../words/t.ts';
import { readDollars, readWhole } from '../billing/typed-money.ts';

/** A promo code as it is typed: what it takes off, of how many invoices, how often, and until when (unix seconds). */
export interface TypedPromo {
  code: string;
  kind: string;
  value: string;
  lasts: string;
  months: string;
  uses: string;
  ts_ends: number | null;
}

const bodyOf = ({ code, kind, value, lasts, months, uses, ts_ends }: TypedPromo): z.input<typeof promoCodeBody> => ({
  code,
  ...(kind === 'percent' ? { percent_off: readWhole(value) } : { amount_off: readDollars(value) }),
  ...(lasts === 'months' ? { duration: 'months', months: readWhole(months) } : { duration: 'once' }),
  ...(uses.trim() !== '' && { max_redemptions: readWhole(uses) }),
  ...(ts_ends !== null && { ts_ends }),
});

const fieldOf: Partial<Record<string, keyof TypedPromo>> = {
  percent_off: 'value',
  amount_off: 'value',
  max_redemptions: 'uses',
};

/** The rules of a typed promo code, which make of it what the server takes. */
export const typedPromo = z.transform((typed: TypedPromo, context): PromoCodeBody => {
  const read = promoCodeBody.safeParse(bodyOf(typed));
  for (const { message, path } of read.error?.issues ?? [])
    context.addIssue({ code: 'custom', message, path: [fieldOf[String(path[0])] ?? path[0]!] });
  if (typed.ts_ends !== null && !(typed.ts_ends > Date.now() / 1000))
    context.addIssue({ code: 'custom', message: t(staffWords.promoEndsBefore), path: ['ts_ends'] });
  return read.success ? read.data : z.NEVER;
});
