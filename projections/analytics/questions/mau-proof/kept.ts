import { addMonths, proofFileMonths } from '#contracts/billing-proof/keeping.ts';
import type { ProofPeriod } from '#contracts/billing-proof/layout.ts';
import type { ProofAnswer, ProofListRow, ProofStatement } from '#contracts/billing-proof/rows.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { CountedUpTo } from './from-log.ts';
import { isoDayAt } from './period.ts';

/** A proof as it is kept. */
export interface KeptProof {
  statement: ProofStatement;
  signed: string;
  signature: string;
  key_id: string;
  counted: CountedUpTo;
  ts_sealed: UnixSeconds;
  /** The key of the file in the store; null once it is deleted. */
  file_key: string | null;
}

interface Row {
  statement: string;
  signature: string;
  key_id: string;
  counted: CountedUpTo;
  sealed_at: Date;
  file_key: string | null;
}

const columns = 'statement, signature, key_id, counted, sealed_at, file_key';

const proofOf = ({ statement, signature, key_id, counted, sealed_at, file_key }: Row): KeptProof => ({
  statement: JSON.parse(statement) as ProofStatement,
  signed: statement,
  signature,
  key_id,
  counted,
  ts_sealed: toSeconds(sealed_at.getTime()),
  file_key,
});

/** The proof of the period of an account that begins on a day (`YYYY-MM-DD`); null where there is none. */
export const readProof = async ({ pool }: Db, accountId: string, day: string): Promise<KeptProof | null> => {
  const { rows } = await pool.query<Row>(
    `select ${columns} from mau_proof where account_id = $1 and period_start = $2::date`,
    [accountId, day],
  );
  return rows[0] ? proofOf(rows[0]) : null;
};

/** Every proof of an account, or of the installation where it is null, by account and the newest period first. */
export const readProofs = async ({ pool }: Db, accountId: string | null): Promise<KeptProof[]> => {
  const { rows } = await pool.query<Row>(
    `select ${columns} from mau_proof where $1::uuid is null or account_id = $1
      order by account_id, period_start desc`,
    [accountId],
  );
  return rows.map(proofOf);
};

/** Keeps a proof; of two of the same period the first one stays. */
export const keepProof = async (
  { pool }: Db,
  { account_id, from, to }: ProofPeriod,
  { statement, signed, signature, key_id, counted, ts_sealed, file_key }: KeptProof,
): Promise<void> => {
  await pool.query(
    `insert into mau_proof (account_id, period_start, period_end, digest, statement, signature, key_id, counted, sealed_at, file_key)
     values ($1, $2::date, $3::date, $4, $5, $6, $7, $8, to_timestamp($9), $10) on conflict do nothing`,
    [
      account_id,
      isoDayAt(from),
      isoDayAt(to),
      statement.digest,
      signed,
      signature,
      key_id,
      JSON.stringify(counted),
      ts_sealed,
      file_key,
    ],
  );
};

/** A proof as the list of an account shows it. */
export const proofRowOf = ({ statement: { from, to, digest, summary }, file_key }: KeptProof): ProofListRow => ({
  period: isoDayAt(from),
  from,
  to,
  mau: summary.mau,
  marked: summary.marked,
  digest,
  file_kept: file_key !== null,
});

/** A proof as its page shows it. */
export const proofAnswerOf = ({
  statement,
  signed,
  signature,
  key_id,
  ts_sealed,
  file_key,
}: KeptProof): ProofAnswer => {
  const { from, to, summary, digest } = statement;
  const period = isoDayAt(from);
  return {
    period,
    from,
    to,
    summary,
    digest,
    signed,
    signature,
    key_id,
    ts_sealed,
    file: file_key === null ? null : `/api/mau/proof/file?period=${period}`,
    ts_file_until: addMonths(to, proofFileMonths),
  };
};
