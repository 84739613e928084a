// npm run mau:verify -- [--account <id>] [--period <yyyy-mm-dd>] [--file <path>]: checks what bills are counted from, each
// period by its file, its signature and, while the batches are kept, by the log.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { decodeProofHeader, proofDays } from '#contracts/billing-proof/layout.ts';
import { type BillCheck, type CheckedBill, checkBill } from '#contracts/billing-proof/verify.ts';
import { toSeconds } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { keptSince } from '#projections/analytics/questions/mau-proof/from-log.ts';
import { type KeptProof, readProofs } from '#projections/analytics/questions/mau-proof/kept.ts';
import { isoDayAt } from '#projections/analytics/questions/mau-proof/period.ts';
import { recountProof } from '#projections/analytics/questions/mau-proof/recount.ts';
import { runAsTool, withToolKernel } from './shell/run-as-tool.ts';
import { ToolRefused } from './shell/tool-refused.ts';

const usage = 'Usage: npm run mau:verify -- [--account <id>] [--period <yyyy-mm-dd>] [--file <path>]';
const number = (count: number): string => count.toLocaleString('en-US');

interface Asked {
  account: string | undefined;
  period: string | undefined;
  file: string | undefined;
}

const asked = (args: readonly string[]): Asked => {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args: [...args], options: { account: text, period: text, file: text } });
    const fits =
      (values.account === undefined || /^[0-9a-f-]{36}$/.test(values.account)) &&
      (values.period === undefined || /^\d{4}-\d\d-\d\d$/.test(values.period));
    if (fits) return { account: values.account, period: values.period, file: values.file };
  } catch {
    // Options that there are not.
  }
  throw new ToolRefused(usage);
};

const reasons: Record<BillCheck, (found: CheckedBill) => string> = {
  signature: () => "the signature isn't this installation's",
  digest: () => "the file isn't the one that was signed",
  layout: () => "it isn't a file of this account and period",
  rows: ({ row }) => (row === null ? "its rows can't be read" : `row ${number(row + 1)} is double or out of order`),
  viewers: () => "the file doesn't add up to the signed number of users",
  days: ({ day }) => (day === null ? "its days can't be counted" : `the file has other users on ${isoDayAt(day)}`),
};

/** Why a period does not hold, and what is worth saying where it does. */
interface Verdict {
  faults: string[];
  remarks: string[];
}

const verify = async (kernel: Kernel, proof: KeptProof, given: string | undefined): Promise<Verdict> => {
  const { statement, file_key } = proof;
  const path = given ?? (file_key === null ? null : kernel.files.path(file_key));
  const { publicKey } = kernel.secrets.bills;
  if (path === null)
    return kernel.secrets.bills.verify(proof.signed, proof.signature)
      ? { faults: [], remarks: ['the file was deleted 13 months after the period, the signature holds'] }
      : { faults: [reasons.signature({ checks: [], counts: null, row: null, day: null })], remarks: [] };
  const file = await readFile(path).catch(() => null);
  if (!file) return { faults: [`the file ${path} can't be read`], remarks: [] };
  const expected = { account_id: statement.account_id, from: statement.from, public_key: publicKey };
  const found = await checkBill({ file, signed: proof.signed, signature: proof.signature }, expected);
  const faults = found.checks.filter(({ holds }) => holds !== true).map(({ check }) => reasons[check](found));
  const header = decodeProofHeader(file);
  if (!header || proofDays(header) !== proofDays(statement)) return { faults, remarks: [] };
  const since = await keptSince(kernel, statement);
  if (since !== null)
    return { faults, remarks: [`not counted again: batches before ${isoDayAt(toSeconds(since))} are no longer kept`] };
  const { batches, first_day, other_marks, apps_hold } = await recountProof(kernel, proof, path);
  if (first_day !== null) faults.push(`the log has other users on ${first_day}`);
  if (other_marks > 0) faults.push(`the log marks ${number(other_marks)} users differently`);
  if (apps_hold === false) faults.push('the log has other users by app');
  return { faults, remarks: [`counted again from ${number(batches)} batches`] };
};

/** The proofs that were asked for. */
const chosen = async (kernel: Kernel, { account, period, file }: Asked): Promise<KeptProof[]> => {
  const header = file === undefined ? null : decodeProofHeader(await readFile(file));
  // A damaged header names nothing; the period may still be named beside it.
  const day = period ?? (header ? isoDayAt(header.from) : undefined);
  const owner = account ?? header?.account_id;
  if (file !== undefined && (day === undefined || owner === undefined))
    throw new ToolRefused(`${file} doesn't say whose it is. Name its --account and --period.`);
  const proofs = await readProofs(kernel.db, owner ?? null);
  return proofs.filter(({ statement }) => day === undefined || isoDayAt(statement.from) === day);
};

await runAsTool(async (args) => {
  const wanted = asked(args);
  return withToolKernel(async (kernel) => {
    const proofs = await chosen(kernel, wanted);
    if (proofs.length === 0) {
      console.error('There is no billing period with a proof.');
      return 2;
    }
    let failed = 0;
    for (const proof of proofs) {
      const { account_id, from, to, summary } = proof.statement;
      const { faults, remarks } = await verify(kernel, proof, wanted.file);
      const period = `${account_id} ${isoDayAt(from)} to ${isoDayAt(to - 86_400)}`;
      const users = `${number(summary.mau)} billed, ${number(summary.marked)} marked`;
      if (faults.length > 0) failed += 1;
      console.log(`${faults.length === 0 ? 'yes' : 'no '} ${period}: ${users}; ${[...faults, ...remarks].join('; ')}`);
    }
    console.log(`Signed with key ${kernel.secrets.bills.id}.`);
    return failed === 0 ? 0 : 1;
  });
});
