import { randomInt } from 'node:crypto';
import { referralAlphabet, referralLength } from '#contracts/api/referral.ts';
import { claim, claimedBy } from './claims.ts';
import type { Trx } from './transaction.ts';

const scope = 'referral';
/** With a million codes given out, one in 900 draws is taken: ten in a row never are. */
const mostDraws = 10;

const drawToken = (): string =>
  Array.from({ length: referralLength.whole }, () => referralAlphabet[randomInt(referralAlphabet.length)]).join('');

/**
 * Gives an account a referral code that no other has, by a claim: of two who draw the same at once, one draws again. It
 * holds if the transaction commits.
 */
export const claimReferralToken = async (trx: Trx, accountId: string, draw = drawToken): Promise<string> => {
  for (let draws = 0; draws < mostDraws; draws += 1) {
    const token = draw();
    if ((await claimedBy(trx, scope, token)) === null && (await claim(trx, scope, token, accountId))) return token;
  }
  throw new Error('no free referral code was drawn');
};

/** The account whose referral code it is, or null. */
export const referrerOf = (on: Pick<Trx, 'query'>, token: string): Promise<string | null> =>
  claimedBy(on, scope, token);
