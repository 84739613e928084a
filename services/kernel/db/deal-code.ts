import { hash } from 'node:crypto';
import { Refusal } from '#contracts/api/errors.ts';
import type { Db } from './pool.ts';

/** What is kept of a deal code, however it was typed: the SHA-256 of its letters and digits. */
export const dealCodeHash = (typed: string): string =>
  hash('sha256', typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''), 'hex');

/** A deal code that can be redeemed, and the sign-up that gives it up then; null where nobody has it. */
export interface FoundDeal {
  id: string;
  holder: string | null;
}

/**
 * In SQL: whether somebody has used a code `c`. It does not count as used by a sign-up in which there is nothing and whose
 * email nobody has verified, such as one with a mistyped address.
 */
const isUsed = `(c.account_id is not null and not (
    exists (select from member m where m.account_id = c.account_id and m.phase = 'member')
    and not exists (select from member m where m.account_id = c.account_id
                     and (m.verified or m.ts_verification is not null or m.staff))
    and not exists (select from app where app.account_id = c.account_id)))`;

/** A deal code that nobody has used; refuses one that was used, and one that is none. */
export const findDeal = async (on: Pick<Db['pool'], 'query'>, typed: string): Promise<FoundDeal> => {
  const { rows } = await on.query<FoundDeal & { used: boolean }>({
    name: 'deal-code',
    text: `select id, account_id as holder, ${isUsed} as used from deal_code c where code_hash = $1`,
    values: [dealCodeHash(typed)],
  });
  const found = rows[0];
  if (!found) throw new Refusal('DealUnknown');
  if (found.used) throw new Refusal('DealUsed');
  return { id: found.id, holder: found.holder };
};

/**
 * Locks a code, and the people of the sign-up that has it, until the transaction ends; answers that. Of two who use a code at
 * once, the second waits here: refuses with DealUsed where another has it by now than was found, or its email was verified
 * meanwhile.
 */
export const lockDeal = async (
  on: Pick<Db['pool'], 'query'>,
  { id, holder: found }: FoundDeal,
): Promise<string | null> => {
  const { rows } = await on.query<{ holder: string | null }>({
    name: 'lock-deal',
    text: 'select account_id as holder from deal_code where id = $1 for update',
    values: [id],
  });
  const holder = rows[0]?.holder ?? null;
  if (holder === null) return null;
  if (holder !== found) throw new Refusal('DealUsed');
  await on.query({
    name: 'lock-deal-people',
    text: 'select from member where account_id = $1 order by id for update',
    values: [holder],
  });
  // In a statement of its own, which sees what the lock has waited for.
  const checked = await on.query<{ used: boolean }>({
    name: 'deal-used',
    text: `select ${isUsed} as used from deal_code c where id = $1`,
    values: [id],
  });
  if (checked.rows[0]!.used) throw new Refusal('DealUsed');
  return holder;
};
