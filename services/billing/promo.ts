import { Refusal } from '#contracts/api/errors.ts';
import type { PromoTerms } from '#contracts/subscription/promo.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import type { Db } from '#kernel/db/pool.ts';
import { countUse, requireWithinLimit } from '#kernel/db/rate-limit.ts';
import type { Kernel } from '#kernel/kernel.ts';

interface StoredPromo extends Omit<PromoTerms, 'promo_id'> {
  id: string;
  max_redemptions: number | null;
  redemptions: number;
  ts_ends: UnixSeconds | null;
  ts_ended: UnixSeconds | null;
}

/** A promo code that can be used at `now`, in whatever case it was typed; refuses one that is not there, has ended or was used up. */
export const findPromo = async (
  on: Pick<Db['pool'], 'query'>,
  typed: string,
  now: UnixSeconds,
): Promise<PromoTerms> => {
  const { rows } = await on.query<StoredPromo>({
    name: 'promo-code',
    text: `select id, code, amount_off, percent_off, months, max_redemptions, redemptions, ts_ends, ts_ended
             from promo_code where code = upper($1)`,
    values: [typed.trim()],
  });
  const found = rows[0];
  if (!found) throw new Refusal('PromoUnknown');
  const {
    id: promo_id,
    code,
    amount_off,
    percent_off,
    months,
    max_redemptions,
    redemptions,
    ts_ends,
    ts_ended,
  } = found;
  const usedUp = max_redemptions !== null && redemptions >= max_redemptions;
  if (usedUp || ts_ended !== null || (ts_ends !== null && ts_ends <= now)) throw new Refusal('PromoEnded');
  return { promo_id, code, amount_off, percent_off, months };
};

/** How often a person looks up a code in an hour, and how often they choose a plan, or ask what it costs, with one. */
const uses = {
  look: { scope: 'promo_look', max: 20, seconds: 3600 },
  plan: { scope: 'promo_plan', max: 60, seconds: 3600 },
};

/**
 * Refuses whoever tries more codes than anybody has: what is behind a code is not to be guessed. Staff who are signed in as
 * a person try for themselves.
 */
export const limitPromo = async (
  { db, now }: Pick<Kernel, 'db' | 'now'>,
  { user_id, login_as }: Pick<Principal, 'user_id' | 'login_as'>,
  use: keyof typeof uses,
): Promise<void> => requireWithinLimit(await countUse(db, { ...uses[use], key: login_as?.staff_id ?? user_id }, now()));

/** Counts the use of a promo code; refuses when others have used it up meanwhile, or it was ended. */
export const redeemPromo = async (trx: CommandTrx, promoId: string): Promise<void> => {
  const { rowCount } = await trx.client.query({
    name: 'redeem-promo',
    text: `update promo_code set redemptions = redemptions + 1
            where id = $1 and ts_ended is null and (max_redemptions is null or redemptions < max_redemptions)`,
    values: [promoId],
  });
  if (rowCount === 0) throw new Refusal('PromoEnded');
};
