import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { InvoicePaidBody } from '#contracts/admin/billing.ts';
import type { EndPromoCodeBody } from '#contracts/admin/promo-code.ts';
import { invalidField, Refusal } from '#contracts/api/errors.ts';
import type { OperationEvent } from '#contracts/operation/events.ts';
import type { creditBody, customPlanBody, promoCodeBody } from '#contracts/subscription/commands.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import { toSeconds } from '#contracts/time.ts';
import { staffWords } from '#contracts/words/staff.en.ts';
import { type Principal, requireStaff } from '#kernel/auth/principal.ts';
import { type CommandTrx, currentPrincipal, withContext } from '#kernel/commands/command-trx.ts';
import { appendFacts, monthlyStream } from '#kernel/commands/fact-stream.ts';
import type { LoadedStream } from '#kernel/commands/streams.ts';
import type { Config } from '#kernel/platform/config.ts';
import { tellReferrer } from './referral.ts';
import { loadSubscription, readBillingFacts, saveSubscription } from './save-subscription.ts';
import { decideCredit, decideCustomPlan, decideInvoicePaid } from './staff-decide.ts';
import { creditAsks, followAtStripe } from './stripe/staff.ts';

/** The member of staff who asks, as they are now. */
export const asStaff = async (trx: CommandTrx, principal: Principal): Promise<Principal> => {
  const staff = await currentPrincipal(trx, principal);
  requireStaff(staff, trx.kernel.config);
  return staff;
};

/** The subscription of another account, in whose log the act of staff stands. */
const subscriptionOf = async (
  trx: CommandTrx,
  principal: Principal,
  account_id: string,
): Promise<{ theirs: CommandTrx; loaded: LoadedStream<SubscriptionState> }> => {
  await asStaff(trx, principal);
  const account = await trx.kernel.facts.account(trx, account_id, 'none');
  if (!account) throw new Refusal('NotFound');
  const theirs = withContext(trx, { account_id });
  return { theirs, loaded: await loadSubscription(theirs, account_id) };
};

/** Gives an account a plan of its own, or ends it. */
export const handleCustomPlan = async (
  trx: CommandTrx,
  principal: Principal,
  { account_id, plan }: z.output<typeof customPlanBody>,
) => {
  const { theirs, loaded } = await subscriptionOf(trx, principal, account_id);
  const facts = await readBillingFacts(theirs, account_id, loaded.state);
  const events = decideCustomPlan(loaded.state, plan, facts);
  // Subscriptions are locked before what all of them share: the numbers of invoices.
  await tellReferrer(theirs, account_id, events, facts);
  const { version } = await saveSubscription(theirs, loaded, events);
  await followAtStripe(theirs, account_id);
  return { status: 200, data: { account_id, version }, message: staffWords.customPlanSet };
};

/** Gives an account months that cost nothing, or an amount towards its invoices. */
export const handleCredit = async (
  trx: CommandTrx,
  principal: Principal,
  { account_id, months, amount, reason }: z.output<typeof creditBody>,
) => {
  const { theirs, loaded } = await subscriptionOf(trx, principal, account_id);
  const given = { ...(months !== undefined && { months }), ...(amount !== undefined && { amount }), reason };
  const asks = await creditAsks(theirs, account_id, amount ?? 0);
  const { version } = await saveSubscription(theirs, loaded, [...decideCredit(given), ...asks]);
  await followAtStripe(theirs, account_id);
  return { status: 200, data: { account_id, version }, message: staffWords.creditGranted };
};

/** Marks an invoice of an account as paid another way than by card. */
export const handleInvoicePaid = async (
  trx: CommandTrx,
  principal: Principal,
  { account_id, invoice_id }: InvoicePaidBody,
) => {
  const { theirs, loaded } = await subscriptionOf(trx, principal, account_id);
  const events = decideInvoicePaid(loaded.state, invoice_id, toSeconds(theirs.context.now));
  const { version } = await saveSubscription(theirs, loaded, events);
  return { status: 200, data: { account_id, version }, message: staffWords.invoicePaid };
};

const recordOperation = (trx: CommandTrx, { account_id }: Principal, event: OperationEvent) =>
  appendFacts(withContext(trx, { account_id }), monthlyStream('operation', account_id, trx.context.now), [event]);

/** Refuses where the payment provider has the promo codes. */
const requireOwnCodes = ({ BILLING }: Pick<Config, 'BILLING'>): void => {
  if (BILLING === 'stripe') throw new Refusal('PromoAtStripe');
};

/** Makes a promo code; refuses one that is there. */
export const handlePromoCode = async (trx: CommandTrx, principal: Principal, body: z.output<typeof promoCodeBody>) => {
  const staff = await asStaff(trx, principal);
  requireOwnCodes(trx.kernel.config);
  const promo_id = uuidv7();
  const { code, amount_off = null, percent_off = null, months = null, max_redemptions = null, ts_ends = null } = body;
  if (ts_ends !== null && ts_ends <= toSeconds(trx.context.now))
    throw invalidField('ts_ends', staffWords.promoEndsBefore);
  const { rowCount } = await trx.client.query(
    `insert into promo_code (id, code, amount_off, percent_off, months, max_redemptions, ts_ends, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8)) on conflict (code) do nothing`,
    [promo_id, code, amount_off, percent_off, months, max_redemptions, ts_ends, trx.context.now / 1000],
  );
  if (rowCount === 0) throw invalidField('code', staffWords.promoThere);
  const made = { promo_id, code, amount_off, percent_off, months, max_redemptions, ts_ends };
  await recordOperation(trx, staff, { type: 'PromoCodeMade', data: { user_id: staff.user_id, ...made } });
  return { status: 201, data: { id: promo_id }, message: staffWords.promoMade };
};

/** Ends a promo code: nobody redeems it any more, and whoever has keeps what it takes off. Refuses one that is over. */
export const handleEndPromoCode = async (trx: CommandTrx, principal: Principal, { id: promo_id }: EndPromoCodeBody) => {
  const staff = await asStaff(trx, principal);
  const now = toSeconds(trx.context.now);
  const { rows } = await trx.client.query<{ code: string }>(
    `update promo_code set ts_ended = $2 where id = $1 and ts_ended is null and (ts_ends is null or ts_ends > $2)
     returning code`,
    [promo_id, now],
  );
  const [ended] = rows;
  if (!ended) {
    const { rowCount } = await trx.client.query('select from promo_code where id = $1', [promo_id]);
    throw rowCount ? new Refusal('PromoEnded') : new Refusal('NotFound');
  }
  const data = { user_id: staff.user_id, promo_id, code: ended.code };
  await recordOperation(trx, staff, { type: 'PromoCodeEnded', data });
  return { status: 200, data: { id: promo_id }, message: staffWords.promoEnded };
};
