import { open, rm } from 'node:fs/promises';
import type pg from 'pg';
import { countProofRows, type ProofCounts } from '#contracts/billing-proof/count.ts';
import { encodeProofHeader, type ProofPeriod, proofLayout } from '#contracts/billing-proof/layout.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { FileStore } from '#kernel/platform/files.ts';
import { billedBefore } from './billed-before.ts';
import { readByCursor } from './cursor.ts';
import { allDays, isoDayAt, monthsOf } from './period.ts';

const rowsOfPeriod = `
  select uuid_send(viewer) || substring(int8send(
           days | case when billed or ${billedBefore('seen.viewer', '$6::date', '$5::date')} then 0 else 2147483648 end) from 5) as row
    from (
      select v.viewer, coalesce(bool_or(v.billed_from < $5::date), false) as billed,
             bit_or(case when m.shift < 0 then v.days::int8 >> -m.shift else v.days::int8 << m.shift end & $4::int8) as days
        from unnest($2::date[], $3::int[]) as m (month, shift)
        join account_viewer v on v.account_id = $1 and v.month = m.month
       group by v.viewer) as seen
   where days <> 0
   order by viewer`;

const sum = (total: ProofCounts, part: ProofCounts): void => {
  total.mau += part.mau;
  total.marked += part.marked;
  for (const [day, { viewers, marked }] of part.by_day.entries()) {
    total.by_day[day]!.viewers += viewers;
    total.by_day[day]!.marked += marked;
  }
};

/**
 * Writes a file of a period: its header, and rows (16 bytes of hash, 4 of days) in the order of hashes, which come in portions;
 * answers what they add up to. Throws where a portion is not in order.
 */
export const writeProofRows = async (
  period: ProofPeriod,
  portions: AsyncIterable<readonly Uint8Array[]> | Iterable<readonly Uint8Array[]>,
  write: (bytes: Uint8Array) => Promise<unknown>,
): Promise<ProofCounts> => {
  const header = encodeProofHeader(period);
  const { counts } = await countProofRows(header, period);
  await write(header);
  for await (const rows of portions) {
    const bytes = Buffer.concat([header, ...rows]);
    const part = await countProofRows(bytes, period);
    if (part.fault) throw new Error(`The viewers of a period are not in order: row ${part.fault.row}.`);
    sum(counts, part.counts);
    await write(bytes.subarray(proofLayout.headerBytes));
  }
  return counts;
};

async function* bytesOf(portions: AsyncIterable<{ row: Buffer }[]>): AsyncGenerator<Buffer[]> {
  for await (const portion of portions) yield portion.map(({ row }) => row);
}

/**
 * Writes the file of a period, from what is counted of the account in the snapshot of `db`, to an unfinished file of the
 * store; answers its path and what its rows add up to. In memory are some thousand rows at a time (of 2.5 million viewers: a
 * file of 50 MB).
 */
export const writeProofFile = async (
  db: Db,
  files: Pick<FileStore, 'temporaryPath'>,
  period: ProofPeriod,
): Promise<{ path: string; counts: ProofCounts }> => {
  const months = monthsOf(period);
  const path = files.temporaryPath();
  const file = await open(path, 'wx', 0o600);
  try {
    const rows = readByCursor<{ row: Buffer }>(db.pool as unknown as pg.ClientBase, rowsOfPeriod, [
      period.account_id,
      months.map(({ month }) => month),
      months.map(({ shift }) => shift),
      allDays(period),
      isoDayAt(period.to),
      months.at(-1)!.month,
    ]);
    const counts = await writeProofRows(period, bytesOf(rows), (bytes) => file.write(bytes));
    await file.close();
    return { path, counts };
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
};
