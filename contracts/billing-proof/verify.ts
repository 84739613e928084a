import { countProofRows, firstOtherDay, type ProofCounts } from './count.ts';
import { decodeProofHeader } from './layout.ts';
import { type ProofStatement, proofStatement } from './rows.ts';

/**
 * What is checked of a bill, in this order: the signature is the key's and the statement says what was read; the file has
 * the digest that was signed, is of this account and period, is sorted without doubles, and adds up to the signed viewers
 * and days.
 */
export const billChecks = ['signature', 'digest', 'layout', 'rows', 'viewers', 'days'] as const;
export type BillCheck = (typeof billChecks)[number];

/** A check with whether it holds; null where it could not be made. */
export interface CheckedBill {
  checks: { check: BillCheck; holds: boolean | null }[];
  /** What the file adds up to; null when it cannot be read, or has a row that is out of place. */
  counts: ProofCounts | null;
  /** The first row that is out of place, from 0. */
  row: number | null;
  /** The start of the first day (unix seconds) on which file and statement differ. */
  day: number | null;
}

/** What a proof consists of. */
export interface SignedFile {
  file: Uint8Array;
  signed: string;
  signature: string;
}

/** Whose bill it ought to be, and with what it ought to be signed: the public key as PEM. */
export interface ExpectedProof {
  account_id: string;
  from: number;
  public_key: string;
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A page has none unless it is on this machine or came encrypted. */
const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;

/** Whether bytes have this SHA-256 (hex); null where this platform cannot tell. */
const hasDigest = async (bytes: Uint8Array, digest: string): Promise<boolean | null> =>
  subtle ? hexOf(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)) === digest : null;

/** Whether a text has this signature by the key; null where this platform does not know such keys. */
const isSignedBy = async (publicKey: string, signed: string, signature: string): Promise<boolean | null> => {
  if (!subtle) return null;
  let key: CryptoKey;
  try {
    const der = fromBase64(publicKey.replaceAll(/-----[A-Z ]+-----|\s/g, ''));
    key = await subtle.importKey('spki', der, 'Ed25519', false, ['verify']);
  } catch (error) {
    if ((error as Error).name === 'NotSupportedError') return null;
    return false;
  }
  try {
    return await subtle.verify('Ed25519', key, fromBase64(signature), new TextEncoder().encode(signed));
  } catch {
    return false;
  }
};

/** Reads the text that was signed; null when it is no statement. */
export const readStatement = (signed: string): ProofStatement | null => {
  try {
    return proofStatement.safeParse(JSON.parse(signed)).data ?? null;
  } catch {
    return null;
  }
};

/**
 * Checks a bill by its file and what was signed of it, without asking anybody. `pause` is awaited every 20,000 rows. A
 * check whose ground is missing (no statement, no readable file) does not hold.
 */
export const checkBill = async (
  { file, signed, signature }: SignedFile,
  { account_id, from, public_key }: ExpectedProof,
  pause?: () => Promise<void>,
): Promise<CheckedBill> => {
  const statement = readStatement(signed);
  const isOurs = statement?.account_id === account_id && statement.from === from;
  const header = decodeProofHeader(file);
  const counted = header ? await countProofRows(file, header, pause) : null;
  const whole = counted?.fault === null ? counted.counts : null;
  const summary = statement?.summary;
  // Also of a file that holds somebody twice: the day shows whom.
  const day = counted && summary ? firstOtherDay(counted.counts.by_day, summary.by_day) : null;
  const holds: Record<BillCheck, boolean | null> = {
    signature: isOurs && (await isSignedBy(public_key, signed, signature)),
    digest: statement !== null && (await hasDigest(file, statement.digest)),
    layout: header !== null && header.account_id === account_id && header.from === from && header.to === statement?.to,
    rows: whole !== null,
    viewers: whole !== null && whole.mau === summary?.mau && whole.marked === summary.marked,
    days: whole !== null && summary !== undefined && day === null,
  };
  return {
    checks: billChecks.map((check) => ({ check, holds: holds[check] })),
    counts: whole,
    row: counted?.fault?.row ?? null,
    day: day === null || header === null ? null : header.from + day * 86_400,
  };
};
