import { domainToASCII } from 'node:url';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { limits } from '#contracts/api/limits.ts';
import { isBounded } from '#contracts/api/text.ts';
import { domainPattern } from '#contracts/user/commands.ts';
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
  // As one value: a statement takes 65,535 of them, and a large team has more references.
  const rows = wanted.length
    ? await on.query
        .selectFrom('personal_value')
        .select(['ref', 'value'])
        .where('ref', '=', sql<string>`any(${wanted}::uuid[])`)
        .execute()
    : [];
  const found = new Map(rows.map((row) => [row.ref, row.value]));
  return (ref) => (ref === null ? '' : (found.get(ref) ?? 'erased'));
};

const isDomain = new RegExp(`^${domainPattern}$`, 'u');

/**
 * Normalises an e-mail for comparison: case, surrounding space, Unicode form and the IDN form of the domain. What is
 * too long for an address is only cut, and what is no domain stays as it is.
 */
export const normalizeEmail = (address: string): string => {
  if (!isBounded(address, limits.email)) return address.slice(0, limits.email * 2);
  const text = address.trim().normalize('NFKC').toLowerCase();
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  // A parser of addresses would read a part of anything else, up to a port, a path or an escape, as the whole.
  const ascii = isDomain.test(domain) ? domainToASCII(domain) : '';
  return ascii ? `${text.slice(0, at)}@${ascii}` : text;
};
