import { accountWords } from '../words/account.en.ts';
import { text } from './text.ts';

/** The characters of a referral code: none that looks like another one. */
export const referralAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** How long a referral code is, and from how many typed characters it can be checked. */
export const referralLength = { whole: 6, checked: 5 } as const;

/** A referral code as people type it, in any case; what comes out is how codes are kept. */
export const referralCode = text({ max: referralLength.whole, tooLong: accountWords.wrongCode }).overwrite((value) =>
  value.trim().toUpperCase(),
);
