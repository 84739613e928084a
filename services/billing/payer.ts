import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import type { Payer, PayerAddress, typedPayerAddress } from '#contracts/subscription/payer.ts';
import { subscriptionWords } from '#contracts/words/subscription.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandTrx, stillMay } from '#kernel/commands/command-trx.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { decideCard } from './decide.ts';
import { requireCardOf } from './methods.ts';
import { loadSubscription, saveSubscription } from './save-subscription.ts';

type On = Pick<Kernel['db']['pool'], 'query'>;

/** What somebody says of who pays: what is left out stays, null takes it away. */
export interface PayerPatch {
  name?: string | null | undefined;
  address?: z.output<typeof typedPayerAddress> | null | undefined;
}

const kept = ({ line1, line2, city, state, postal_code, country, tax_id }: NonNullable<PayerPatch['address']>) =>
  ({
    line1,
    line2: line2 || null,
    city,
    state: state || null,
    postal_code: postal_code || null,
    country,
    tax_id: tax_id || null,
  }) satisfies PayerAddress;

const readPayer = async (on: On, accountId: string): Promise<Payer> => {
  const { rows } = await on.query<Payer>({
    name: 'payer',
    text: 'select name, address from payer where account_id = $1',
    values: [accountId],
  });
  return rows[0] ?? { name: null, address: null };
};

/** A card that is described with the account; `chosen`: it pays from now on. */
export interface DescribedCard {
  id: string;
  chosen: boolean;
}

/** Which card is described with the account, and how the payment provider is asked to take that over. */
interface Described {
  card?: DescribedCard | undefined;
  ask?: (accountId: string, card: string | null) => Promise<SubscriptionEvent[]>;
}

/** Changes who pays for the caller's account, and by which card. What stands there already makes no event. */
export const handlePayer = async (
  trx: CommandTrx,
  principal: Principal,
  patch: PayerPatch,
  { card, ask = async () => [] }: Described = {},
) => {
  const { account_id } = await stillMay(trx, principal, 'billing.manage');
  const outside = card ? await requireCardOf(trx, account_id, card.id) : null;
  const loaded = await loadSubscription(trx, account_id);
  const before = await readPayer(trx.client, account_id);
  const { name = before.name, address } = patch;
  const after: Payer = { name, address: address === undefined ? before.address : address && kept(address) };
  const events: SubscriptionEvent[] = [];
  if (!isDeepStrictEqual(after, before)) {
    events.push({ type: 'BillingDetailsChanged', data: { account_id } });
    await trx.client.query({
      name: 'keep-payer',
      text: `insert into payer (account_id, name, address, revision) values ($1, $2, $3, $4)
               on conflict (account_id) do update set name = $2, address = $3, revision = $4`,
      values: [account_id, after.name, after.address && JSON.stringify(after.address), uuidv7()],
    });
  }
  // A card may be another one than was described last.
  if (events.length > 0 || outside !== null) events.push(...(await ask(account_id, outside)));
  if (card?.chosen) events.push(...decideCard(loaded.state, card.id));
  await saveSubscription(trx, loaded, events);
  const { cardUsed, payerSaved } = subscriptionWords;
  // The answer may be kept for repetitions, and says nothing of a person.
  return { status: 200, data: null, message: card?.chosen ? cardUsed : payerSaved };
};
