import { hash } from 'node:crypto';
import { Refusal } from '#contracts/api/errors.ts';
import type { Db } from './pool.ts';

/** What is kept of a deal code, however it was typed: the SHA-256 of its letters and digits. */
export const dealCodeHash = (typed: string): string =>
  hash('sha256', typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''), 'hex');

/** The id of a deal code that nobody has used; refuses one that was used, and one that is none. */
export const findDeal = async (on: Pick<Db['pool'], 'query'>, typed: string): Promise<string> => {
  const { rows } = await on.query<{ id: string; used: boolean }>({
    name: 'deal-code',
    text: 'select id, account_id is not null as used from deal_code where code_hash = $1',
    values: [dealCodeHash(typed)],
  });
  const found = rows[0];
  if (!found) throw new Refusal('DealUnknown');
  if (found.used) throw new Refusal('DealUsed');
  return found.id;
};
