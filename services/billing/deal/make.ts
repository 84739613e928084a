import { randomInt } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { referralAlphabet } from '#contracts/api/referral.ts';
import type { DealBatch } from '#contracts/subscription/rows.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandTrx, withContext } from '#kernel/commands/command-trx.ts';
import { appendFacts, monthlyStream } from '#kernel/commands/fact-stream.ts';
import { dealCodeHash } from '#kernel/db/deal-code.ts';
import { readPersonal } from '#kernel/db/personal.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Page } from '#kernel/http/page.ts';
import { asStaff } from '../staff.ts';

// 16 of 31 characters are 79 bits: nobody finds one by trying, nor its hash by counting.
const drawn = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => referralAlphabet[randomInt(referralAlphabet.length)]).join(''),
  ).join('-');

/** Makes a batch of deal codes. They are answered this once: only their hashes are kept. */
export const handleDealCodes = async (trx: CommandTrx, principal: Principal, count: number) => {
  const { user_id, account_id } = await asStaff(trx, principal);
  const batch_id = uuidv7();
  const codes = Array.from({ length: count }, drawn);
  await trx.client.query(
    'insert into deal_batch (id, count, made_by, created_at) values ($1, $2, $3, to_timestamp($4))',
    [batch_id, count, user_id, trx.context.now / 1000],
  );
  await trx.client.query(
    `insert into deal_code (id, batch_id, code_hash) select id, $1, code_hash from unnest($2::uuid[], $3::text[]) as made (id, code_hash)`,
    [batch_id, codes.map(() => uuidv7()), codes.map(dealCodeHash)],
  );
  await appendFacts(withContext(trx, { account_id }), monthlyStream('operation', account_id, trx.context.now), [
    { type: 'DealCodesMade', data: { user_id, batch_id, count } },
  ]);
  return { status: 201, data: codes };
};

interface ListedBatch extends Omit<DealBatch, 'made_by'> {
  made_by: string;
  firstname_ref: string | null;
  lastname_ref: string | null;
  email_ref: string | null;
  total: number;
}

/** The batches of deal codes, the newest first, with how many of each are redeemed. */
export const listDealBatches = async (
  db: Db,
  { limit, offset }: Page,
): Promise<{ rows: DealBatch[]; total: number }> => {
  const { rows } = await db.pool.query<ListedBatch>({
    name: 'deal-batches',
    text: `select b.id, b.count, b.made_by, m.firstname_ref, m.lastname_ref, m.email_ref, extract(epoch from b.created_at)::int as created,
                  (select count(*)::int from deal_code c where c.batch_id = b.id and c.account_id is not null) as redeemed,
                  (select count(*)::int from deal_batch) as total
             from deal_batch b left join member m on m.id = b.made_by order by b.created_at desc, b.id desc limit $1 offset $2`,
    values: [limit, offset],
  });
  const person = await readPersonal(
    db,
    [...new Set(rows.flatMap((row) => [row.firstname_ref, row.lastname_ref, row.email_ref]))].filter(
      (ref) => ref !== null,
    ),
  );
  const named = rows.map(({ id, count, redeemed, created, made_by, firstname_ref, lastname_ref, email_ref }) => {
    // Whoever was erased is that once, not by each of their names.
    const names = new Set([firstname_ref, lastname_ref].map(person).filter(Boolean));
    const name = [...names].join(' ') || person(email_ref);
    return { id, count, redeemed, created, made_by: { id: made_by, name } };
  });
  return { rows: named, total: rows[0]?.total ?? 0 };
};
