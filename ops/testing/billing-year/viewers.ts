import { createHash } from 'node:crypto';
import { decodeProofHeader, proofLayout } from '#contracts/billing-proof/layout.ts';
import type { ProofStatement } from '#contracts/billing-proof/rows.ts';
import { checkBill, type SignedFile } from '#contracts/billing-proof/verify.ts';
import { secretsFrom } from '#kernel/platform/secrets.ts';
import { signProof } from '#projections/analytics/questions/mau-proof/seal.ts';
import { writeProofRows } from '#projections/analytics/questions/mau-proof/write-file.ts';
import { createRandom } from '../random.ts';

const { bills } = secretsFrom(Buffer.alloc(32, 'a year of bills'));
const { headerBytes, rowBytes, hashBytes } = proofLayout;
const portionRows = 20_000;

/** How many viewers came to an account in a period: those who are billed and those who are not. */
export interface Crowd {
  account_id: string;
  /** Days since 1970, `to` exclusive. */
  from: number;
  to: number;
  mau: number;
  marked: number;
}
/** A sealed period, with what its file must say of each day. */
export interface SealedCrowd extends SignedFile {
  crowd: Crowd;
  statement: ProofStatement;
}

/** Numbers of 32 bits that look like chance. */
const scramble = (seed: number) => {
  let state = seed | 1;
  return (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
};

/** One viewer after the other in the order of their hashes, each on one or two days; `days` counts them beside. */
function* rowsOf({ from, to, mau, marked }: Crowd, seed: number, days: { viewers: number; marked: number }[]) {
  const next = scramble(seed);
  const all = mau + marked;
  const length = to - from;
  for (let at = 0; at < all; at += portionRows) {
    const rows = Buffer.allocUnsafe(Math.min(portionRows, all - at) * rowBytes);
    for (let place = 0; place < rows.length; place += rowBytes) {
      const viewer = at + place / rowBytes;
      const isMarked = Math.floor(((viewer + 1) * marked) / all) > Math.floor((viewer * marked) / all);
      rows.writeUInt32BE(Math.floor((viewer * 4_294_967_296) / all), place);
      const chance = next();
      rows.writeUInt32BE(chance, place + 4);
      rows.writeUInt32BE(next(), place + 8);
      rows.writeUInt32BE(viewer, place + 12);
      const first = chance % length;
      const second = (chance >>> 8) % length;
      const kind = isMarked ? 'marked' : 'viewers';
      days[first]![kind] += 1;
      if (second !== first) days[second]![kind] += 1;
      const bits = (2 ** first + (second === first ? 0 : 2 ** second) + (isMarked ? 2 ** 31 : 0)) >>> 0;
      rows.writeUInt32BE(bits, place + hashBytes);
    }
    yield [rows];
  }
}

/** Lets a crowd come, and seals it as a bill does; answers what contradicts how many came on which day. */
export const sealCrowd = async (crowd: Crowd, seed: number): Promise<{ sealed: SealedCrowd; faults: string[] }> => {
  const { account_id, mau, marked } = crowd;
  const period = { account_id, from: crowd.from * 86_400, to: crowd.to * 86_400 };
  const by_day = Array.from({ length: crowd.to - crowd.from }, () => ({ viewers: 0, marked: 0 }));
  const file = Buffer.allocUnsafe(headerBytes + (mau + marked) * rowBytes);
  let length = 0;
  const counts = await writeProofRows(period, rowsOf(crowd, seed, by_day), async (bytes) => {
    file.set(bytes, length);
    length += bytes.length;
  });
  const digest = createHash('sha256').update(file).digest('hex');
  const proof = signProof(period, digest, { ...counts, by_app: null, in_several_apps: null }, bills);
  const counted = JSON.stringify({ mau: counts.mau, marked: counts.marked, by_day: counts.by_day });
  const came = JSON.stringify({ mau, marked, by_day });
  const faults = counted === came && length === file.length ? [] : [`sealed ${counted}, and ${came} came`];
  return { sealed: { ...proof, file, crowd }, faults };
};

const verdictOn = async ({ file, signed, signature, crowd }: SealedCrowd) => {
  const expected = { account_id: crowd.account_id, from: crowd.from * 86_400, public_key: bills.publicKey };
  const { checks, day } = await checkBill({ file, signed, signature }, expected);
  return { failed: checks.filter(({ holds }) => holds !== true).map(({ check }) => check), day };
};

/** What is wrong with a proof that nobody changed. */
export const faultsOfProof = async (sealed: SealedCrowd): Promise<string[]> => {
  const { failed } = await verdictOn(sealed);
  return failed.length === 0 ? [] : [`its proof does not hold: ${failed.join(', ')}`];
};

/** Changes a proof by one viewer; answers where nobody would notice it, or would not be told the first day of that viewer. */
export const faultsOfForgery = async (
  sealed: SealedCrowd,
  way: 'added' | 'removed' | 'doubled',
  seed: number,
): Promise<string[]> => {
  const { file } = sealed;
  const rows = (file.length - headerBytes) / rowBytes;
  if (rows === 0 || !decodeProofHeader(file)) return [];
  const at = headerBytes + Math.floor(createRandom(seed)() * rows) * rowBytes;
  const chosen = Buffer.from(file.subarray(at, at + rowBytes));
  // Somebody else whose hash comes right behind.
  if (way === 'added') chosen.writeUInt32BE(chosen.readUInt32BE(12) + 1, 12);
  const rest = way === 'removed' ? [] : [file.subarray(at, at + rowBytes), chosen];
  const forged = Buffer.concat([file.subarray(0, at), ...rest, file.subarray(at + rowBytes)]);
  const { failed, day } = await verdictOn({ ...sealed, file: forged });
  const bits = chosen.readUInt32BE(hashBytes) & 0x7fffffff;
  const first = sealed.crowd.from * 86_400 + (31 - Math.clz32(bits & -bits)) * 86_400;
  const told = failed.includes('digest') && failed.includes('days') && day === first;
  return told ? [] : [`one viewer ${way} on ${first}: ${failed.join(', ')}, ${day}`];
};
