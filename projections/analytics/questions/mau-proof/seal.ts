import { rm } from 'node:fs/promises';
import type { ProofPeriod } from '#contracts/billing-proof/layout.ts';
import type { ProofStatement, ProofSummary } from '#contracts/billing-proof/rows.ts';
import { toEpochMs, toSeconds } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { SigningKey } from '#kernel/platform/signing.ts';
import { readWithCheckpoints } from '../source-batches.ts';
import { billedByApp } from './by-app.ts';
import { type CountedUpTo, countFromLog, keptSince, type LogDeps } from './from-log.ts';
import { type KeptProof, keepProof, readProof } from './kept.ts';
import { isoDayAt, requirePeriod } from './period.ts';
import { writeProofFile } from './write-file.ts';

type ByApp = Pick<ProofSummary, 'by_app' | 'in_several_apps'>;

/** What a proof is sealed with. */
export type SealDeps = LogDeps & Pick<Kernel, 'now' | 'secrets'>;

/** Billed viewers by app, from the log: figures of a whole account do not know the apps of a viewer. */
const countByApp = async (kernel: LogDeps, period: ProofPeriod, counted: CountedUpTo): Promise<ByApp> => {
  if ((await keptSince(kernel, period)) !== null) return { by_app: null, in_several_apps: null };
  const found: ByApp = { by_app: [], in_several_apps: 0 };
  await countFromLog(kernel, period, counted, async (portions, apps) => {
    Object.assign(found, await billedByApp(portions, apps));
  });
  return found;
};

/** Signs what a bill of a period is counted from: the SHA-256 (hex) of its file and what that adds up to. */
export const signProof = (
  period: ProofPeriod,
  digest: string,
  summary: ProofSummary,
  { id: key_id, sign }: SigningKey,
): Pick<KeptProof, 'statement' | 'signed' | 'signature' | 'key_id'> => {
  const statement: ProofStatement = { ...period, digest, summary };
  const signed = JSON.stringify(statement);
  return { statement, signed, signature: sign(signed), key_id };
};

/**
 * Seals what the bill of an account's period is counted from: `from` and `to` are UTC midnights (unix seconds), `to` exclusive
 * and over. Counts everything that is counted by now; events that arrive later belong to no bill. The same period again gives
 * the proof that there is. Throws RangeError for a period that is none or is not over. Cost: each viewer is read once, each
 * batch of the account at least once.
 */
export const sealProof = async (kernel: SealDeps, account_id: string, from: number, to: number): Promise<KeptProof> => {
  const period: ProofPeriod = { account_id, from, to };
  requirePeriod(period);
  if (toEpochMs(to) > kernel.now()) throw new RangeError('The period is not over.');
  const day = isoDayAt(from);
  const known = await readProof(kernel.db, account_id, day);
  if (known) return known;

  const { found, checkpoints } = await readWithCheckpoints(kernel.analytics, async (db) => {
    const { rows } = await db.pool.query<{ at: number }>(
      'select floor(extract(epoch from now()) * 1000)::float8 as at',
    );
    return { at: rows[0]!.at, file: await writeProofFile(db, kernel.files, period) };
  });
  const counted = { at: found.at, checkpoints };
  const { path, counts } = found.file;
  const mine = { signed: '', file_key: '' };
  try {
    const summary: ProofSummary = { ...counts, ...(await countByApp(kernel, period, counted)) };
    const file_key = await kernel.files.keyOf(path, 'mau');
    const ts_sealed = toSeconds(kernel.now());
    const signed = signProof(period, file_key.slice(0, 64), summary, kernel.secrets.bills);
    const proof = { ...signed, counted, ts_sealed, file_key };
    Object.assign(mine, { signed: proof.signed, file_key });
    await kernel.files.store(path, 'mau', () => keepProof(kernel.db, period, proof));
  } finally {
    await rm(path, { force: true });
  }
  const kept = (await readProof(kernel.db, account_id, day))!;
  // Somebody else sealed it in the same moment.
  if (kept.signed !== mine.signed) await kernel.files.remove(mine.file_key, Date.now() + 1);
  return kept;
};
