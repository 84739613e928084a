/**
 * Arrays in Postgres' binary format: as text each id and number would be quoted here and parsed there, which is much of
 * the time of a batch.
 */
const uuidOid = 2950;
const smallintOid = 21;
const intOid = 23;
const bigintOid = 20;
const dateOid = 1082;
const headerBytes = 20;
const dayMs = 86_400_000;
/** The epoch of Postgres' dates, in days since 1970. */
const firstDay = Date.UTC(2000, 0, 1) / dayMs;

const arrayOf = (oid: number, count: number, width: number): Buffer => {
  if (count === 0) {
    const empty = Buffer.alloc(12);
    empty.writeInt32BE(oid, 8);
    return empty;
  }
  const bytes = Buffer.allocUnsafe(headerBytes + count * (4 + width));
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(0, 4);
  bytes.writeInt32BE(oid, 8);
  bytes.writeInt32BE(count, 12);
  bytes.writeInt32BE(1, 16);
  return bytes;
};

const digits = new Uint8Array(256);
for (let digit = 0; digit < 16; digit += 1) {
  digits[digit.toString(16).charCodeAt(0)] = digit;
  digits[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}
const writeUuid = (bytes: Buffer, at: number, id: string): void => {
  let to = at;
  for (let from = 0; from < 36; from += 2) {
    if (from === 8 || from === 13 || from === 18 || from === 23) from += 1;
    bytes[to] = (digits[id.charCodeAt(from)]! << 4) | digits[id.charCodeAt(from + 1)]!;
    to += 1;
  }
};

const filled = <T>(
  oid: number,
  width: number,
  values: readonly T[],
  write: (bytes: Buffer, at: number, value: T) => void,
): Buffer => {
  const bytes = arrayOf(oid, values.length, width);
  let at = headerBytes;
  for (let index = 0; index < values.length; index += 1) {
    bytes.writeInt32BE(width, at);
    write(bytes, at + 4, values[index]!);
    at += 4 + width;
  }
  return bytes;
};

/** As uuid[]; ids in the usual form. */
export const uuids = (values: readonly string[]): Buffer => filled(uuidOid, 16, values, writeUuid);

/** As uuid[]: keyed hashes of 128 bits, base64url, as `viewerUuid` names them. */
export const viewerUuids = (values: readonly string[]): Buffer =>
  filled(uuidOid, 16, values, (bytes, at, value) => void bytes.write(value, at, 16, 'base64url'));

/** As smallint[]. */
export const smallints = (values: readonly number[]): Buffer =>
  filled(smallintOid, 2, values, (bytes, at, value) => void bytes.writeInt16BE(value, at));

/** As int[]. */
export const ints = (values: readonly number[]): Buffer =>
  filled(intOid, 4, values, (bytes, at, value) => void bytes.writeInt32BE(value, at));

const two32 = 2 ** 32;
/** As bigint[]; whole numbers up to 2^53. */
export const bigints = (values: readonly number[]): Buffer =>
  filled(bigintOid, 8, values, (bytes, at, value) => {
    const high = Math.floor(value / two32);
    bytes.writeInt32BE(high, at);
    bytes.writeUInt32BE(value - high * two32, at + 4);
  });

/** As date[]; days since 1970. */
export const dates = (values: readonly number[]): Buffer =>
  filled(dateOid, 4, values, (bytes, at, value) => void bytes.writeInt32BE(value - firstDay, at));
