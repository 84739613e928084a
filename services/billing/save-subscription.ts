import { v7 as uuidv7 } from 'uuid';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import { toSeconds } from '#contracts/time.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { advanceClock, type LoadedStream, load, lockStream, save } from '#kernel/commands/streams.ts';
import { askForMails } from './ask-for-mails.ts';
import { type BillingFacts, type ChargedCard, unnumbered } from './decide.ts';

/** The subscription of an account, of which nobody else decides until the transaction ends. */
export const loadSubscription = async (
  trx: CommandTrx,
  accountId: string,
): Promise<LoadedStream<SubscriptionState>> => {
  const stream = `subscription-${accountId}`;
  // A charge is made once: whoever comes second decides on what the first has paid.
  await lockStream(trx, stream);
  // It may have waited past the midnight at which a period ends.
  advanceClock(trx.context, trx.kernel);
  return load<SubscriptionState>(trx, stream);
};

/** The card that an account is charged by; null without one. */
const chargedCard = async (trx: CommandTrx, methodId: string | null): Promise<ChargedCard | null> => {
  const { BILLING } = trx.kernel.config;
  // Where nobody takes money, or somebody else does, a card that is left of another time is not charged.
  if (methodId === null || BILLING === 'off') return null;
  const { rows } = await trx.client.query<ChargedCard>({
    name: 'charged-card',
    text: `select id as method_id, charges, declines_from from payment_method
            where id = $1 and provider = $2 for update`,
    values: [methodId, BILLING],
  });
  return rows[0] ?? null;
};

/** What a decision on the money of an account knows; `has_card`: there is a card, whoever charges it. */
export const readBillingFacts = async (
  trx: CommandTrx,
  accountId: string,
  { card, billed }: Pick<SubscriptionState, 'card' | 'billed'>,
): Promise<BillingFacts & { has_card: boolean }> => {
  const account = await trx.kernel.facts.account(trx, accountId, 'update');
  const charged = await chargedCard(trx, card);
  return {
    now: toSeconds(trx.context.now),
    // A card that the payment provider charges is none of ours.
    card: trx.kernel.config.BILLING === 'local' ? charged : null,
    has_card: charged !== null,
    premium: account?.premium ?? false,
    referred: !billed && charged !== null && (await isReferred(trx, accountId, charged.method_id)),
    invoice_id: uuidv7(),
  };
};

/** Whether somebody else's code brought the account here: who pays with the same card has referred themself. */
const isReferred = async (trx: CommandTrx, accountId: string, methodId: string): Promise<boolean> => {
  const referrer = await referringAccount(trx, accountId);
  if (!referrer) return false;
  const { rows } = await trx.client.query({
    name: 'same-card',
    text: `select from payment_method own join payment_method other on other.fingerprint = own.fingerprint
            where own.id = $1 and other.account_id = $2 limit 1`,
    values: [methodId, referrer],
  });
  return rows.length === 0;
};

/** Whether nobody is left in an account. */
export const isAccountEnded = async ({ client }: Pick<CommandTrx, 'client'>, accountId: string): Promise<boolean> => {
  const { rows } = await client.query<{ ended: boolean }>({
    name: 'account-ended',
    text: 'select ended from account where id = $1',
    values: [accountId],
  });
  return rows[0]?.ended ?? true;
};

/** The account whose code this one came with; null without one, and for its own. */
export const referringAccount = async (trx: CommandTrx, accountId: string): Promise<string | null> => {
  const { rows } = await trx.client.query<{ id: string }>({
    name: 'referrer-of',
    text: `select other.id from account own join account other on other.referral_token = own.referred_by
            where own.id = $1 and other.id <> own.id and not other.ended`,
    values: [accountId],
  });
  return rows[0]?.id ?? null;
};

/** The next number of the installation's invoices. Its row is locked until the transaction ends, so that none is left out. */
const nextNumber = async (trx: CommandTrx): Promise<string> => {
  const year = new Date(trx.context.now).getUTCFullYear();
  const { rows } = await trx.client.query<{ last: number }>({
    name: 'next-invoice-number',
    text: `insert into invoice_series (year, last) values ($1, 1)
             on conflict (year) do update set last = invoice_series.last + 1 returning last`,
    values: [year],
  });
  return `INV-${year}-${String(rows[0]!.last).padStart(4, '0')}`;
};

// An invoice says for ever who paid then, whatever they are called later; one that a payment provider made says so itself.
const keepPayer = async ({ client }: CommandTrx, accountId: string, invoiceId: string): Promise<void> => {
  await client.query({
    name: 'keep-invoice-payer',
    text: `insert into invoice_payer (invoice_id, account_id, name, country, address)
             select $2, a.id, coalesce(p.name, a.name), coalesce(a.country, ''), p.address
               from account a left join payer p on p.account_id = a.id where a.id = $1`,
    values: [accountId, invoiceId],
  });
};

/** Saves what was decided: the invoice in it gets its number, and the card the charges. */
export const saveSubscription = async (
  trx: CommandTrx,
  loaded: LoadedStream<SubscriptionState>,
  decided: readonly SubscriptionEvent[],
) => {
  const events: SubscriptionEvent[] = [];
  for (const event of decided) {
    if (event.type === 'InvoiceClosed' && event.data.invoice.number === unnumbered) {
      const invoice = { ...event.data.invoice, number: await nextNumber(trx) };
      events.push({ type: 'InvoiceClosed', data: { invoice } });
      await keepPayer(trx, loaded.state.account_id, invoice.id);
    } else events.push(event);
    if (event.type === 'InvoicePaid' && event.data.method_id !== null)
      await trx.client.query({
        name: 'count-charge',
        text: 'update payment_method set charges = charges + 1 where id = $1',
        values: [event.data.method_id],
      });
  }
  const saved = await save(trx, loaded, events);
  await askForMails(trx, saved.recorded, loaded.state);
  // What a plan includes is part of what every process remembers of a session.
  if (events.length > 0) trx.afterCommit(() => trx.kernel.notifier.notify('access'));
  return { ...saved, events };
};
