import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contracts/api/errors.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import { subscriptionWords } from '#contracts/words/subscription.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandTrx, stillMay } from '#kernel/commands/command-trx.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { decideCard, decideCardRemoved } from './decide.ts';
import { loadSubscription, saveSubscription } from './save-subscription.ts';

/** How long the page of a card that is being added is open, in seconds. */
const sessionSeconds = 1800;
/** How many cards an account keeps. */
const mostCards = 10;

/** Begins to add a card: answers the page on which it is typed in, of the local provider. */
export const handleAddMethod = async (trx: CommandTrx, principal: Principal, return_url: string) => {
  if (trx.kernel.config.BILLING === 'off') throw new Refusal('BillingOff');
  const { account_id, user_id } = await stillMay(trx, principal, 'billing.manage');
  const id = uuidv7();
  await trx.client.query(
    `insert into card_session (id, account_id, user_id, return_url, expires_at)
       values ($1, $2, $3, $4, to_timestamp($5))`,
    [id, account_id, user_id, return_url, trx.context.now / 1000 + sessionSeconds],
  );
  return { status: 201, data: { id, url: `${trx.kernel.config.PUBLIC_URL}/pay/card/${id}` } };
};

const choose = async (trx: CommandTrx, account_id: string, method_id: string): Promise<void> => {
  const loaded = await load<SubscriptionState>(trx, `subscription-${account_id}`);
  await save(trx, loaded, decideCard(loaded.state, method_id));
};

/** Takes the card that somebody has typed in on the provider's page as the one to pay with. The same call again changes nothing. */
export const handleAttachMethod = async (trx: CommandTrx, principal: Principal, sessionId: string) => {
  const { account_id } = await stillMay(trx, principal, 'billing.manage');
  const { rows } = await trx.client.query<{ method_id: string | null }>(
    'select method_id from card_session where id::text = $1 and account_id = $2',
    [sessionId, account_id],
  );
  const method_id = rows[0]?.method_id;
  if (!method_id) throw new Refusal('NotFound', subscriptionWords.cardUnknown);
  await choose(trx, account_id, method_id);
  // The oldest go once there are too many.
  await trx.client.query(
    `delete from payment_method where account_id = $1 and id <> $2 and id not in (
       select id from payment_method where account_id = $1 order by created_at desc, id desc limit ${mostCards})
       and not exists (select from card_session where method_id = payment_method.id)`,
    [account_id, method_id],
  );
  return { status: 200, data: { id: method_id }, message: subscriptionWords.cardAdded };
};

/** Refuses a card that is not one of the account, or not one that is charged here; answers what the payment provider calls it, null for the local one. */
export const requireCardOf = async (
  { client, kernel }: Pick<CommandTrx, 'client' | 'kernel'>,
  accountId: string,
  methodId: string,
): Promise<string | null> => {
  const { rows } = await client.query<{ outside_id: string | null }>(
    'select outside_id from payment_method where id = $1 and account_id = $2 and provider = $3',
    [methodId, accountId, kernel.config.BILLING],
  );
  if (!rows[0]) throw new Refusal('NotFound', subscriptionWords.cardUnknown);
  return rows[0].outside_id;
};

/** Pays with another card of the account from now on. */
export const handleDefaultMethod = async (trx: CommandTrx, principal: Principal, methodId: string) => {
  const { account_id } = await stillMay(trx, principal, 'billing.manage');
  await requireCardOf(trx, account_id, methodId);
  await choose(trx, account_id, methodId);
  return { status: 200, data: { id: methodId }, message: subscriptionWords.cardUsed };
};

/** What keeping a card no longer is, with the subscription; refuses the card that pays next, and one that is not there. */
const removal = async (trx: CommandTrx, principal: Principal, methodId: string) => {
  const { account_id } = await stillMay(trx, principal, 'billing.manage');
  const loaded = await loadSubscription(trx, account_id);
  await requireCardOf(trx, account_id, methodId);
  const { rowCount } = await trx.client.query('select from payment_method where account_id = $1 and id <> $2', [
    account_id,
    methodId,
  ]);
  return { loaded, events: decideCardRemoved(loaded.state, methodId, rowCount ?? 0) };
};

/** Refuses to remove a card that has to stay. */
export const requireRemovable = async (trx: CommandTrx, principal: Principal, methodId: string): Promise<void> => {
  await removal(trx, principal, methodId);
};

/** Keeps a card no longer. */
export const handleRemoveMethod = async (trx: CommandTrx, principal: Principal, methodId: string) => {
  const { loaded, events } = await removal(trx, principal, methodId);
  await trx.client.query('delete from card_session where method_id = $1', [methodId]);
  await trx.client.query('delete from payment_method where id = $1', [methodId]);
  await saveSubscription(trx, loaded, events);
  return { status: 200, data: { id: methodId }, message: subscriptionWords.cardRemoved };
};
