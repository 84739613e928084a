import { hash, verify } from '@node-rs/argon2';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { createKeyedSemaphore } from '#kernel/platform/keyed-semaphore.ts';

/** Argon2id with 19 MiB and 2 passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each hash keeps a core busy and holds its memory, so a few run and the others wait. Nobody's are told apart. */
const turns = createKeyedSemaphore({ max: 3, maxQueuedPerKey: 200 });
const inTurn = <T>(work: () => Promise<T>): Promise<T> => turns('everybody', null, work);

/** The hash of a password, as it is stored. Refuses with Unavailable when too many wait. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost));

/** Keeps the hash of a user's password in place of an earlier one. */
export const keepPassword = async (trx: CommandTrx, user_id: string, password_hash: string): Promise<void> => {
  const changed_at = new Date(trx.context.now);
  await trx.query
    .insertInto('user_secret')
    .values({ user_id, password_hash, changed_at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ password_hash, changed_at }))
    .execute();
};

/**
 * Whether this is still the hash of a user's password: one that was right a moment ago may have been replaced since. Holds
 * it until the transaction ends, against changes (`share`) or for one (`update`).
 */
export const stillTheHash = async (
  trx: CommandTrx,
  userId: string,
  hash: string,
  lock: 'share' | 'update',
): Promise<boolean> => {
  const select = trx.query.selectFrom('user_secret').select('password_hash').where('user_id', '=', userId);
  const row = await (lock === 'share' ? select.forShare() : select.forUpdate()).executeTakeFirst();
  return row?.password_hash === hash;
};

/**
 * Holds what a user's password and factors hang on until the transaction ends: a reset of either waits for it, and the other
 * way round. Who signed up with a provider gets an empty row for that.
 */
export const holdSecret = async (trx: CommandTrx, user_id: string): Promise<void> => {
  await trx.query
    .insertInto('user_secret')
    .values({ user_id, password_hash: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx.query.selectFrom('user_secret').select('user_id').where('user_id', '=', user_id).forShare().execute();
};

/** Leaves a user without a password until they set one. */
export const voidPassword = async (trx: CommandTrx, userId: string): Promise<void> => {
  const changed_at = new Date(trx.context.now);
  await trx.query
    .updateTable('user_secret')
    .set({ password_hash: null, changed_at })
    .where('user_id', '=', userId)
    .execute();
};

// Of a random password that nobody kept, made with the same cost.
const decoy = '$argon2id$v=19$m=19456,t=2,p=1$oeldeNR69HIoWLQEUxn6uQ$tmshXtihJmnCvqOPJsOM6gyDhEtelub1ikkON3vBamI';

/** Whether a password fits a hash; without a hash it takes the same time and answers false. */
export const passwordFits = async (stored: string | null, password: string): Promise<boolean> => {
  const fits = await inTurn(() => verify(stored ?? decoy, password));
  return stored !== null && fits;
};
