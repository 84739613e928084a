import type { Trx } from './db/pool.ts';

/** Claims something unique for an owner; false when somebody else has it. Waits for a transaction that is claiming it now. */
export const claim = async (trx: Trx, scope: string, key: string, owner: string): Promise<boolean> => {
  const { rowCount } = await trx.client.query(
    'insert into claim (scope, key, owner) values ($1, $2, $3) on conflict do nothing',
    [scope, key, owner],
  );
  if (rowCount) return true;
  return (await claimedBy(trx, scope, key)) === owner;
};

/** Who has claimed something, or null. */
export const claimedBy = async (trx: Pick<Trx, 'query'>, scope: string, key: string): Promise<string | null> => {
  const row = await trx.query
    .selectFrom('claim')
    .select('owner')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.owner ?? null;
};

/** Gives a claim back. */
export const release = async (trx: Trx, scope: string, key: string): Promise<void> => {
  await trx.query.deleteFrom('claim').where('scope', '=', scope).where('key', '=', key).execute();
};
