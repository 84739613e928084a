import type { Trx } from './transaction.ts';

/**
 * Claims a unique key for an owner; false when somebody else has it. Waits for a transaction that is claiming it now.
 */
export const claim = async (trx: Trx, scope: string, key: string, owner: string): Promise<boolean> => {
  const { rowCount } = await trx.client.query(
    'insert into claim (scope, key, owner) values ($1, $2, $3) on conflict do nothing',
    [scope, key, owner],
  );
  if (rowCount) return true;
  return (await claimedBy(trx, scope, key)) === owner;
};

/** Who has claimed something, or null; with `share` it stays so until the transaction ends. */
export const claimedBy = async (
  trx: Pick<Trx, 'query'>,
  scope: string,
  key: string,
  lock: 'share' | 'none' = 'none',
): Promise<string | null> => {
  const found = trx.query.selectFrom('claim').select('owner').where('scope', '=', scope).where('key', '=', key);
  const row = await (lock === 'share' ? found.forShare() : found).executeTakeFirst();
  return row?.owner ?? null;
};

/** What an owner has claimed in a scope where one thing is each owner's, or null. */
export const claimOf = async (on: Pick<Trx, 'query'>, scope: string, owner: string): Promise<string | null> => {
  const row = await on.query
    .selectFrom('claim')
    .select('key')
    .where('scope', '=', scope)
    .where('owner', '=', owner)
    .executeTakeFirst();
  return row?.key ?? null;
};

/** Who has claimed something, or null, locked against every change until the transaction ends. */
export const lockClaim = async (trx: Trx, scope: string, key: string): Promise<string | null> => {
  const row = await trx.query
    .selectFrom('claim')
    .select('owner')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  return row?.owner ?? null;
};

/** Claims something for an owner, whoever has it. */
export const takeClaim = async (trx: Trx, scope: string, key: string, owner: string): Promise<void> => {
  await trx.query
    .insertInto('claim')
    .values({ scope, key, owner })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doUpdateSet({ owner }))
    .execute();
};

/** Releases what an owner has claimed in a scope. */
export const releaseClaimsOf = async (trx: Trx, scope: string, owner: string): Promise<void> => {
  await trx.query.deleteFrom('claim').where('scope', '=', scope).where('owner', '=', owner).execute();
};

/** Releases a claim. */
export const releaseClaim = async (trx: Trx, scope: string, key: string): Promise<void> => {
  await trx.query.deleteFrom('claim').where('scope', '=', scope).where('key', '=', key).execute();
};
