import { z } from 'zod';
import { accountWords } from '../words/account.en.ts';
import { queryInt } from './ids.ts';
import { text } from './text.ts';

/** The characters of a referral code: none that looks like another one. */
export const referralAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** How long a referral code is, and from how many typed characters it can be checked. */
export const referralLength = { whole: 6, checked: 5 } as const;

/** A referral code as people type it, in any case; what comes out is how codes are kept. */
export const referralCode = text({ max: referralLength.whole, tooLong: accountWords.wrongCode }).overwrite((value) =>
  value.trim().toUpperCase(),
);

/** GET /account/referral: which of the companies, the newest first. */
export const referralQuery = z.strictObject({
  limit: queryInt(1, 100).optional(),
  offset: queryInt(0, 1_000_000).optional(),
});

/** A company that signed up with a code, as whoever referred it is told of it: nothing else is known of it there. */
export const referredCompany = z.object({
  name: z.string(),
  /** The day on which it signed up, UTC. */
  day: z.iso.date(),
  /** Whether it has earned a month for who referred it; `none`: its first invoice has closed without. */
  state: z.enum(['waiting', 'earned', 'none']),
});
export type ReferredCompany = z.infer<typeof referredCompany>;
