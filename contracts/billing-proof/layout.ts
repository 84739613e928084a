import type { UnixSeconds } from '../time.ts';

/**
 * The file that a bill is counted from. Numbers are big-endian. Its header: the eight letters SRMAUPRF, the version (4
 * bytes), the account's id (16), the first day of the period and the day after its last one (4 each, days since 1970). Then
 * a row for each viewer of the period, sorted by hash: the keyed hash (16 bytes) and the days (4): bit 0 is the first day,
 * bit 31 says that the viewer is marked, and so not billed.
 */
export const proofLayout = { version: 1, headerBytes: 36, hashBytes: 16, rowBytes: 20, mostDays: 31 } as const;

/** Whose file it is, and of which days: UTC midnights, `to` exclusive. */
export interface ProofPeriod {
  account_id: string;
  from: UnixSeconds;
  to: UnixSeconds;
}

/** The days of a viewer in the period (bit 0: the first), and whether they are marked. */
export interface ProofRow {
  days: number;
  marked: boolean;
}

const daySeconds = 86_400;
const letters = [...'SRMAUPRF'].map((letter) => letter.charCodeAt(0));
const at = { version: 8, account: 12, from: 28, to: 32 } as const;
const markBit = 0x80000000;

/** A view of bytes that may lie inside a larger buffer. */
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** How many days a period has. */
export const proofDays = ({ from, to }: Pick<ProofPeriod, 'from' | 'to'>): number => (to - from) / daySeconds;

/** Whether a period is of whole UTC days, at least one and at most 31. */
export const isProofPeriod = ({ from, to }: Pick<ProofPeriod, 'from' | 'to'>): boolean => {
  const days = proofDays({ from, to });
  return from % daySeconds === 0 && Number.isInteger(days) && days >= 1 && days <= proofLayout.mostDays;
};

/** The bytes that a file of a period begins with. */
export const encodeProofHeader = ({ account_id, from, to }: ProofPeriod): Uint8Array => {
  const bytes = new Uint8Array(proofLayout.headerBytes);
  const view = viewOf(bytes);
  bytes.set(letters);
  view.setUint32(at.version, proofLayout.version);
  const hex = account_id.replaceAll('-', '');
  for (let index = 0; index < 16; index += 1)
    bytes[at.account + index] = Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16);
  view.setUint32(at.from, from / daySeconds);
  view.setUint32(at.to, to / daySeconds);
  return bytes;
};

/** The 16 bytes of an id in hex, with dashes where an id has them. */
const idOf = (bytes: Uint8Array): string => {
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

/** What a file says of itself; null when it is no such file, or its rows are not whole. */
export const decodeProofHeader = (bytes: Uint8Array): ProofPeriod | null => {
  const { headerBytes, rowBytes, version } = proofLayout;
  if (bytes.length < headerBytes || (bytes.length - headerBytes) % rowBytes !== 0) return null;
  const view = viewOf(bytes);
  if (letters.some((letter, index) => bytes[index] !== letter) || view.getUint32(at.version) !== version) return null;
  const period = { from: view.getUint32(at.from) * daySeconds, to: view.getUint32(at.to) * daySeconds };
  if (!isProofPeriod(period)) return null;
  return { account_id: idOf(bytes.subarray(at.account, at.account + 16)), ...period };
};

/** The 4 bytes behind a hash as they are read: days and mark. */
export const splitProofBits = (bits: number): ProofRow => ({
  days: bits & 0x7fffffff,
  marked: (bits & markBit) !== 0,
});

/** How many rows a file has. */
export const proofRows = (bytes: Uint8Array): number =>
  Math.floor((bytes.length - proofLayout.headerBytes) / proofLayout.rowBytes);
