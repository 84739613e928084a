import type { AccountTables } from './account.ts';
import type { CatalogWriter } from './noun.ts';

/** Writes what the account subscribes to into its row. */
export const writeSubscription: CatalogWriter<'subscription'> = async (
  trx,
  _events,
  { account_id, plan, ts_start },
) => {
  await trx.query
    .withTables<AccountTables>()
    .updateTable('account')
    .set({ plan, ts_subscribed: ts_start })
    .where('id', '=', account_id)
    .execute();
};
