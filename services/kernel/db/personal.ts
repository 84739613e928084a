import { v7 as uuidv7 } from 'uuid';
import { limits } from '#contracts/api/limits.ts';
import { isBounded } from '#contracts/api/text.ts';
import type { Db } from './pool.ts';
import type { Trx } from './transaction.ts';

/**
 * Stores a personal value outside the event log, where it can be erased; answers the reference that events hold
 * instead.
 */
export const storePersonal = async (trx: Trx, userId: string, field: string, value: string): Promise<string> => {
  const ref = uuidv7();
  await trx.query.insertInto('personal_value').values({ ref, user_id: userId, field, value }).execute();
  return ref;
};

/** The values behind references; an erased or unknown one reads 'erased'. */
export const readPersonal = async (
  on: Pick<Db, 'query'>,
  refs: Iterable<string>,
): Promise<(ref: string | null) => string> => {
  const wanted = [...new Set(refs)];
  const rows = wanted.length
    ? await on.query.selectFrom('personal_value').select(['ref', 'value']).where('ref', 'in', wanted).execute()
    : [];
  const found = new Map(rows.map((row) => [row.ref, row.value]));
  return (ref) => (ref === null ? '' : (found.get(ref) ?? 'erased'));
};

/**
 * Normalises an e-mail for comparison: case, surrounding space, Unicode form and the IDN form of the domain. What is
 * too long for an address is only cut.
 */
export const normalizeEmail = (address: string): string => {
  if (!isBounded(address, limits.email)) return address.slice(0, limits.email * 2);
  const text = address.trim().normalize('NFKC').toLowerCase();
  const at = text.lastIndexOf('@');
  try {
    return `${text.slice(0, at)}@${new URL(`http://${text.slice(at + 1)}`).hostname}`;
  } catch {
    return text;
  }
};
