import { createHash } from 'node:crypto';
import type { PayerAddress } from '#contracts/subscription/payer.ts';
import { billingWords } from '#contracts/words/billing.en.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { say } from '#kernel/platform/say.ts';
import { StripeFailure } from './answers.ts';
import type { Stripe } from './open.ts';

type On = Pick<Kernel['db']['pool'], 'query'>;

// Its mails go to the owner who made the customer as long as that is an owner who can sign in, then to the one who is there longest.
const toldOf = `
  select c.account_id, c.described, p.name, p.address, a.name as company, owner.id as contact_id, owner.email,
         concat_ws('|', coalesce(owner.email_ref::text, ''), coalesce(p.revision::text, ''), a.name) as now_described
    from stripe_customer c join account a on a.id = c.account_id
    left join payer p on p.account_id = c.account_id
    left join lateral (
      select m.id, m.email_ref, v.value as email
        from member m join personal_value v on v.ref = m.email_ref and v.value is not null
       where m.account_id = c.account_id and m.phase = 'member' and m.verified and not m.disabled
         and m.permissions ? 'account_owner'
       order by m.id is distinct from c.contact_id, m.ts_registration, m.id limit 1) owner on true
   where not c.gone and not a.ended`;

interface Told {
  account_id: string;
  /** What Stripe was told last, by references to it; null before. */
  described: string | null;
  now_described: string;
  name: string | null;
  address: PayerAddress | null;
  company: string;
  contact_id: string | null;
  email: string | null;
}

const readTold = async (on: On, accountId: string): Promise<Told | null> => {
  const { rows } = await on.query<Told>({
    name: 'told-stripe',
    text: `${toldOf} and c.account_id = $1`,
    values: [accountId],
  });
  return rows[0] ?? null;
};

/** Whether Stripe is to be told anew who a customer is: another name, address, or owner to write to. */
export const isDescribedOtherwise = async (on: On, accountId: string): Promise<boolean> => {
  const told = await readTold(on, accountId);
  return told !== null && told.described !== told.now_described;
};

/** The accounts of which Stripe is to be told that anew, at most so many. */
export const readDescribedOtherwise = async (on: On, most: number): Promise<string[]> => {
  const { rows } = await on.query<Pick<Told, 'account_id'>>({
    name: 'told-stripe-otherwise',
    text: `select account_id from (${toldOf}) told where described is distinct from now_described limit $1`,
    values: [most],
  });
  return rows.map(({ account_id }) => account_id);
};

/** What one key is of: the same is written once under it, something else is another write. */
const keyOf = (key: string, values: object): string =>
  `${key}:${createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 24)}`;

const isOfEmail = (error: unknown): boolean =>
  error instanceof StripeFailure && error.reason.kind === 'refused' && error.reason.param === 'email';

/**
 * Tells Stripe who an account's customer is, and whose a card is, as that stands now. What Stripe refuses is told again
 * only once it has changed. Throws StripeFailure.
 */
export const describeAtStripe = async (
  on: On,
  stripe: Stripe,
  { key, account_id, customer, card }: { key: string; account_id: string; customer: string; card: string | null },
): Promise<void> => {
  const told = await readTold(on, account_id);
  if (!told) return;
  const { name, address, company, email } = told;
  const { tax_id = null, ...place } = address ?? {};
  const whole = { email: email ?? '', name: name ?? company, address: address && (place as PayerAddress) };
  const printed = tax_id === null ? [] : [{ name: say(billingWords.taxId), value: tax_id }];
  const done = () =>
    on.query('update stripe_customer set described = $2, contact_id = coalesce($3, contact_id) where account_id = $1', [
      account_id,
      told.now_described,
      told.contact_id,
    ]);
  const tell = (one: typeof whole) =>
    stripe.describeCustomer(keyOf(key, { customer, whole: one, printed }), customer, { ...one, printed });
  try {
    await tell(whole).catch((error) => {
      // Stripe takes no email with letters beyond ASCII. Without it, invoices still say who pays.
      if (!isOfEmail(error)) throw error;
      return tell({ ...whole, email: '' });
    });
    const owner = { ...(name !== null && { name }), ...(address && { address: whole.address! }) };
    if (card !== null) await stripe.describeCard(keyOf(key, { card, owner }), card, owner);
  } catch (error) {
    if (error instanceof StripeFailure && error.reason.kind !== 'unavailable') await done();
    throw error;
  }
  await done();
};
