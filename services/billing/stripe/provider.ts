import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { Refusal } from '#contracts/api/errors.ts';
import { entitlement } from '#contracts/api/plans.ts';
import type { subscribeBody } from '#contracts/subscription/commands.ts';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import type { OutsideAsk } from '#contracts/subscription/outside-ask.ts';
import type { PaymentPage } from '#contracts/subscription/payment-page.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import { toSeconds } from '#contracts/time.ts';
import type { Phrase } from '#contracts/words/phrase.ts';
import { subscriptionWords } from '#contracts/words/subscription.en.ts';
import { type CommandTrx, currentPrincipal, stillMay } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { storedAnswer } from '#kernel/commands/idempotency.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { backWith } from '../card-return.ts';
import { planNamed } from '../commands.ts';
import { couponOf } from '../coupon.ts';
import { handlePayer } from '../payer.ts';
import type { BillingRequest, PaymentProvider } from '../provider.ts';
import { loadSubscription, readBillingFacts, saveSubscription } from '../save-subscription.ts';
import { type AskWithId, invoiceToConfirm, toldOf } from './answered.ts';
import { askCancel, askChange, type WantedAtStripe } from './ask.ts';
import { confirmAtStripe, confirmedAtStripe } from './confirm.ts';
import { customerOf, ensureCustomer } from './customers.ts';
import { isSilence } from './due.ts';
import { ifThere } from './if-there.ts';
import { decideDealYear } from './leave-local.ts';
import { stripeOf } from './open.ts';
import { previewAtStripe } from './preview.ts';
import { promotionAt } from './promotion.ts';
import { removeCardAtStripe } from './remove-card.ts';
import { askEvent, orUnavailable, readSubscriptionState, settleAtStripe, withAccountAtStripe } from './settle.ts';

const wantedOf = async (kernel: Kernel, body: z.output<typeof subscribeBody>): Promise<WantedAtStripe> => {
  const plan = planNamed(body.plan_id);
  if (body.promo_code === undefined) return { plan, promo: null };
  const stripe = await stripeOf(kernel);
  return { plan, promo: await promotionAt(stripe, body.promo_code, toSeconds(kernel.now())) };
};

/** What is done about a deal's year that its code has paid, where that is wished; null else. */
type DealAct = 'end' | 'keep' | null;

type Asking = (
  state: SubscriptionState,
  facts: { now: number; has_card: boolean; referred: boolean; premium: boolean },
) => OutsideAsk[];

/** What is asked for as things stand, which is not written down. */
const decided = async (trx: CommandTrx, principal: BillingRequest['principal'], asking: Asking) => {
  const me = await stillMay(trx, principal, 'billing.manage');
  const loaded = await loadSubscription(trx, me.account_id);
  const facts = await readBillingFacts(trx, me.account_id, loaded.state);
  if (facts.premium) throw new Refusal('PlanSetByStaff');
  return { me, loaded, facts, asks: asking(loaded.state, facts) };
};

/** How often somebody else's asking is waited for. */
const mostWaits = 5;

/** What was written down: what Stripe is asked for, or what is said of something that it need not be asked. */
interface Written {
  asks: AskWithId[];
  own: Phrase | null;
}

/** Writes down what Stripe is asked for, once what was asked before is answered. */
const writeAsks = async (
  kernel: Kernel,
  { principal, context }: BillingRequest,
  asking: Asking,
  batch_id: string,
  deal: DealAct,
): Promise<Written> => {
  for (let waits = 0; waits < mostWaits; waits += 1) {
    const { data } = await runCommand<Written | null>(kernel, { ...context, idempotency: null }, async (trx) => {
      const { loaded, facts, asks } = await decided(trx, principal, asking);
      if (loaded.state.outside.asks.length > 0) return { status: 200, data: null };
      const own = deal && decideDealYear(loaded.state, deal);
      if (own) {
        await saveSubscription(trx, loaded, own);
        const said = deal === 'end' ? subscriptionWords.canceled : subscriptionWords.withdrawn;
        return { status: 200, data: { asks: [], own: own.length > 0 ? said : null } };
      }
      const events = asks.map((ask) => askEvent(ask, facts.now, batch_id));
      await saveSubscription(trx, loaded, events);
      return { status: 200, data: { asks: events.map(({ data }) => data), own: null } };
    });
    if (data) return data;
    await orUnavailable(settleAtStripe(kernel, principal.account_id));
  }
  throw new Refusal('Conflict');
};

/** Where somebody confirms to their bank the payment of what they asked for; null where that is not what is missing. */
const pageToConfirm = async (
  kernel: Kernel,
  accountId: string,
  asks: readonly AskWithId[],
): Promise<PaymentPage | null> => {
  const invoice = invoiceToConfirm(await readSubscriptionState(kernel, accountId), asks);
  if (invoice === null) return null;
  const { page: url } = await orUnavailable((await stripeOf(kernel)).readInvoice(invoice));
  return url === null ? null : { url };
};

/** Writes down what Stripe is asked for, asks it, and answers what has come of it. */
const change = async (kernel: Kernel, { principal, context }: BillingRequest, asking: Asking, deal: DealAct) => {
  const { account_id } = principal;
  const stored = await storedAnswer(kernel, context);
  if (stored) return stored;
  const batch_id = uuidv7();
  const { asks, own: decidedHere } = await writeAsks(kernel, { principal, context }, asking, batch_id, deal);
  if (asks.length > 0) await orUnavailable(settleAtStripe(kernel, account_id, { context, batch_id }));
  const page = await pageToConfirm(kernel, account_id, asks);
  return runCommand(kernel, context, async (trx) => {
    const { account_id: own } = await currentPrincipal(trx, principal);
    const { state, version } = await loadSubscription(trx, own);
    const message = decidedHere ?? toldOf(state, asks, page);
    const account = await trx.kernel.facts.account(trx, own, 'none');
    const { payment_status } = entitlement(account!, toSeconds(trx.context.now));
    return { status: 200, data: { plan: state.plan, payment_status, version }, message };
  });
};

/** The account's customer at Stripe; refuses where it has none. */
const ownCustomer = async (kernel: Kernel, { principal }: BillingRequest): Promise<string> => {
  const customer = await customerOf(kernel.db.pool, principal.account_id);
  if (customer === null) throw new Refusal('NotFound', subscriptionWords.cardUnknown);
  return customer;
};

/** Lets a card pay from now on, at Stripe. */
const chooseAtStripe = async (kernel: Kernel, request: BillingRequest, card: string, key: string): Promise<void> => {
  const stripe = await stripeOf(kernel);
  const customer = await ownCustomer(kernel, request);
  await orUnavailable(stripe.setDefaultCard(key, customer, card));
};

/** Lets a card pay from now on. */
const choose = async (kernel: Kernel, request: BillingRequest, card: string, key: string): Promise<void> => {
  const { context, principal } = request;
  await chooseAtStripe(kernel, request, card, key);
  await orUnavailable(settleAtStripe(kernel, principal.account_id, { context, batch_id: null }));
};

const outsideIdOf = async (kernel: Kernel, table: 'payment_method' | 'invoice', accountId: string, id: string) => {
  const column = table === 'invoice' ? "invoice ->> 'outside_id'" : 'outside_id';
  const { rows } = await kernel.db.pool.query<{ outside_id: string | null }>(
    `select ${column} as outside_id from ${table} where id = $1 and account_id = $2`,
    [id, accountId],
  );
  const found = rows[0]?.outside_id;
  if (!found) throw new Refusal('NotFound');
  return found;
};

/** Stripe takes the money: cards, charges, renewals and invoices are its own, and what comes of them is told by it. */
export const stripeProvider: PaymentProvider = {
  async subscribe(kernel, request, body) {
    const wanted = await wantedOf(kernel, body);
    const deal = wanted.plan === 'starter' ? 'end' : wanted.plan === 'deal' ? 'keep' : null;
    return change(kernel, request, (state, facts) => askChange(state, wanted, facts), deal);
  },

  async preview(kernel, { principal, context }, body) {
    const wanted = await wantedOf(kernel, body);
    const { data } = await runCommand(kernel, { ...context, idempotency: null }, async (trx) => {
      const { loaded, facts, asks } = await decided(trx, principal, (state, known) => askChange(state, wanted, known));
      return { status: 200, data: { state: loaded.state, facts, asks } };
    });
    const stripe = await stripeOf(kernel);
    const customer = await customerOf(kernel.db.pool, principal.account_id);
    return { status: 200, data: await orUnavailable(previewAtStripe(stripe, customer, data)) };
  },

  cancel: (kernel, request) => change(kernel, request, (state, { now }) => askCancel(state, now), 'end'),

  async beginCard(kernel, { principal }, return_url) {
    const stripe = await stripeOf(kernel);
    const { account_id, user_id } = principal;
    const customer = await withAccountAtStripe(kernel, account_id, () =>
      orUnavailable(ensureCustomer(kernel, stripe, account_id, user_id)),
    );
    const own = kernel.config.PUBLIC_URL;
    // Stripe fills in the id, in the place of a word that an address cannot hold otherwise.
    const success_url = `${own}${backWith(return_url, 'session')}`.replace(
      'card=session',
      'card={CHECKOUT_SESSION_ID}',
    );
    const pages = { customer, success_url, cancel_url: `${own}${return_url}` };
    return { status: 201, data: await orUnavailable(stripe.openSetup(`setup:${uuidv7()}`, pages)) };
  },

  async attachCard(kernel, request, sessionId) {
    const stripe = await stripeOf(kernel);
    const customer = await ownCustomer(kernel, request);
    const session = /^cs_\w{1,190}$/.test(sessionId) ? await orUnavailable(ifThere(stripe.readSetup(sessionId))) : null;
    if (session?.customer !== customer || !session.card) throw new Refusal('NotFound', subscriptionWords.cardUnknown);
    await choose(kernel, request, session.card.id, `card:${sessionId}`);
    return { status: 200, data: { id: session.card.id }, message: subscriptionWords.cardAdded };
  },

  async chooseCard(kernel, request, methodId) {
    const card = await outsideIdOf(kernel, 'payment_method', request.principal.account_id, methodId);
    await choose(kernel, request, card, `card:${uuidv7()}`);
    return { status: 200, data: { id: methodId }, message: subscriptionWords.cardUsed };
  },

  async removeCard(kernel, request, methodId) {
    const card = await outsideIdOf(kernel, 'payment_method', request.principal.account_id, methodId);
    return removeCardAtStripe(kernel, request, methodId, card);
  },

  async describePayer(kernel, request, patch, described) {
    const { principal, context } = request;
    if (described?.chosen) {
      const stored = await storedAnswer(kernel, context);
      if (stored) return stored;
      // First what can be refused: then nothing has changed.
      const card = await outsideIdOf(kernel, 'payment_method', principal.account_id, described.id);
      await chooseAtStripe(kernel, request, card, `card:${uuidv7()}`);
    }
    const ask = async (accountId: string, card: string | null): Promise<SubscriptionEvent[]> => {
      const isKnown = (await customerOf(kernel.db.pool, accountId)) !== null;
      return isKnown ? [askEvent({ kind: 'describe', card }, toSeconds(kernel.now()))] : [];
    };
    const answer = await runCommand(kernel, context, (trx) =>
      handlePayer(trx, principal, patch, { card: described, ask }),
    );
    // It is kept: Stripe is told as soon as it answers.
    await settleAtStripe(kernel, principal.account_id).catch((error) => {
      if (!isSilence(error) && !(error instanceof Refusal)) throw error;
      kernel.log.warn({ err: error, account_id: principal.account_id }, 'Stripe is told later who pays');
    });
    return answer;
  },

  async lookUpCode(kernel, code) {
    const { terms } = await promotionAt(await stripeOf(kernel), code, toSeconds(kernel.now()));
    return couponOf(terms);
  },

  async openPortal(kernel, request) {
    const stripe = await stripeOf(kernel);
    const customer = await ownCustomer(kernel, request);
    const back = `${kernel.config.PUBLIC_URL}/settings/payment`;
    return orUnavailable(stripe.openPortal(`portal:${uuidv7()}`, customer, back));
  },

  async invoicePdf(kernel, accountId, invoiceId) {
    const stripe = await stripeOf(kernel);
    const outside = await outsideIdOf(kernel, 'invoice', accountId, invoiceId);
    const { pdf } = await orUnavailable(stripe.readInvoice(outside));
    if (!pdf) throw new Refusal('NotFound');
    return pdf;
  },

  async invoicePage(kernel, accountId, invoiceId) {
    const stripe = await stripeOf(kernel);
    const { confirming } = (await readSubscriptionState(kernel, accountId)).outside;
    const outside =
      confirming?.invoice_id === invoiceId
        ? confirming.invoice
        : await outsideIdOf(kernel, 'invoice', accountId, invoiceId);
    const { page, status } = await orUnavailable(stripe.readInvoice(outside));
    if (!page || status !== 'open') throw new Refusal('NotFound');
    return page;
  },

  confirmPayment: confirmAtStripe,
  confirmedPayment: confirmedAtStripe,
};
