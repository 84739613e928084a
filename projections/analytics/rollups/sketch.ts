/** Most viewers that a sketch counts exactly. */
export const exactLimit = 300;
/** Registers as a power of two: standard error 1.6 % for reach, 0.8 % for daily active viewers. */
export const reachPrecision = 12;
export const activePrecision = 14;

const hashBits = 48;
/** The first byte of a sketch that is a list of hashes. */
export const exactKind = 1;
const denseKind = 2;

/** A set of viewers: their hashes while they are few, then the registers of a HyperLogLog. */
export interface Sketch {
  readonly precision: number;
  exact: Set<number> | null;
  registers: Uint8Array | null;
}

/** An empty sketch. */
export const emptySketch = (precision: number): Sketch => ({ precision, exact: new Set(), registers: null });

/** The 48-bit hash of a viewer: the head of the keyed hash that the log carries. */
export const viewerHash = (viewer: string): number => Buffer.from(viewer, 'base64url').readUIntBE(0, 6);

/** The register of a hash, and its rank there. */
const registerOf = (precision: number, hash: number): { index: number; rank: number } => {
  const width = hashBits - precision;
  const index = Math.floor(hash / 2 ** width);
  const rest = hash - index * 2 ** width;
  const high = Math.floor(rest / 2 ** 32);
  const length = high > 0 ? 64 - Math.clz32(high) : 32 - Math.clz32(rest);
  return { index, rank: width - length + 1 };
};

const raiseRegister = (registers: Uint8Array, precision: number, hash: number): boolean => {
  const { index, rank } = registerOf(precision, hash);
  if (registers[index]! >= rank) return false;
  registers[index] = rank;
  return true;
};

const densify = (sketch: Sketch): Uint8Array => {
  if (sketch.registers) return sketch.registers;
  const registers = new Uint8Array(2 ** sketch.precision);
  for (const hash of sketch.exact ?? []) raiseRegister(registers, sketch.precision, hash);
  sketch.exact = null;
  sketch.registers = registers;
  return registers;
};

/** Adds a viewer; true when that changed the sketch. */
export const addViewer = (sketch: Sketch, hash: number): boolean => {
  if (sketch.registers) return raiseRegister(sketch.registers, sketch.precision, hash);
  const exact = sketch.exact!;
  if (exact.has(hash)) return false;
  exact.add(hash);
  if (exact.size > exactLimit) densify(sketch);
  return true;
};

/** The bytes of a sketch: the same for the same viewers, in whatever order and grouping they came. */
export const encodeSketch = (sketch: Sketch): Buffer => {
  if (sketch.exact) {
    const hashes = Float64Array.from(sketch.exact).sort();
    const bytes = Buffer.allocUnsafe(2 + hashes.length * 6);
    bytes[0] = exactKind;
    bytes[1] = sketch.precision;
    hashes.forEach((hash, index) => {
      bytes.writeUIntBE(hash, 2 + index * 6, 6);
    });
    return bytes;
  }
  const registers = sketch.registers!;
  const bytes = Buffer.allocUnsafe(2 + (registers.length * 3) / 4);
  bytes[0] = denseKind;
  bytes[1] = sketch.precision;
  // A rank is at most 37: four registers of six bits share three bytes.
  for (let from = 0, to = 2; from < registers.length; from += 4, to += 3) {
    const a = registers[from]!;
    const b = registers[from + 1]!;
    const c = registers[from + 2]!;
    bytes[to] = (a << 2) | (b >> 4);
    bytes[to + 1] = ((b & 15) << 4) | (c >> 2);
    bytes[to + 2] = ((c & 3) << 6) | registers[from + 3]!;
  }
  return bytes;
};

/** Merges an encoded sketch of the same precision into a sketch. */
export const mergeEncoded = (sketch: Sketch, bytes: Buffer): void => {
  if (bytes[1] !== sketch.precision)
    throw new Error(`a sketch of precision ${bytes[1]} where ${sketch.precision} was due`);
  if (bytes[0] === exactKind) {
    for (let at = 2; at < bytes.length; at += 6) addViewer(sketch, bytes.readUIntBE(at, 6));
    return;
  }
  if (bytes[0] !== denseKind) throw new Error(`a sketch of unknown kind ${bytes[0]}`);
  const registers = densify(sketch);
  for (let from = 2, to = 0; to < registers.length; from += 3, to += 4) {
    const word = (bytes[from]! << 16) | (bytes[from + 1]! << 8) | bytes[from + 2]!;
    // Written out: this loop is most of a query's work.
    if (registers[to]! < word >> 18) registers[to] = word >> 18;
    if (registers[to + 1]! < ((word >> 12) & 63)) registers[to + 1] = (word >> 12) & 63;
    if (registers[to + 2]! < ((word >> 6) & 63)) registers[to + 2] = (word >> 6) & 63;
    if (registers[to + 3]! < (word & 63)) registers[to + 3] = word & 63;
  }
};

const raiseEncoded = (bytes: Buffer, hashes: Iterable<number>): Buffer | null => {
  const precision = bytes[1]!;
  let changed: Buffer | null = null;
  for (const hash of hashes) {
    const from = changed ?? bytes;
    const { index, rank } = registerOf(precision, hash);
    const at = 2 + (index >> 2) * 3;
    const shift = 18 - (index & 3) * 6;
    const word = from.readUIntBE(at, 3);
    if (((word >> shift) & 63) >= rank) continue;
    changed ??= Buffer.from(bytes);
    changed.writeUIntBE((word & ~(63 << shift)) | (rank << shift), at, 3);
  }
  return changed;
};

const containsHash = (bytes: Buffer, hash: number): boolean => {
  let low = 0;
  let high = (bytes.length - 2) / 6;
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = bytes.readUIntBE(2 + middle * 6, 6);
    if (found === hash) return true;
    if (found < hash) low = middle + 1;
    else high = middle;
  }
  return false;
};

/**
 * The bytes of a stored sketch with more viewers, or null when all were in it. Works on the bytes: building the sketch
 * for a handful of viewers is most of a small batch otherwise.
 */
export const withViewers = (bytes: Buffer, hashes: Iterable<number>): Buffer | null => {
  if (bytes[0] === denseKind) return raiseEncoded(bytes, hashes);
  const fresh = [...new Set(hashes)].filter((hash) => !containsHash(bytes, hash)).sort((a, b) => a - b);
  if (fresh.length === 0) return null;
  const size = (bytes.length - 2) / 6;
  if (size + fresh.length > exactLimit) {
    const sketch = emptySketch(bytes[1]!);
    mergeEncoded(sketch, bytes);
    for (const hash of fresh) addViewer(sketch, hash);
    return encodeSketch(sketch);
  }
  const merged = Buffer.allocUnsafe(bytes.length + fresh.length * 6);
  let to = bytes.copy(merged, 0, 0, 2);
  let from = 2;
  for (const hash of fresh) {
    let end = from;
    while (end < bytes.length && bytes.readUIntBE(end, 6) < hash) end += 6;
    to += bytes.copy(merged, to, from, end);
    to = merged.writeUIntBE(hash, to, 6);
    from = end;
  }
  bytes.copy(merged, to, from);
  return merged;
};

const sigma = (start: number): number => {
  if (start === 1) return Number.POSITIVE_INFINITY;
  let x = start;
  let y = 1;
  let z = start;
  for (let before = -1; z !== before; ) {
    before = z;
    x *= x;
    z += x * y;
    y += y;
  }
  return z;
};

const tau = (start: number): number => {
  if (start === 0 || start === 1) return 0;
  let x = start;
  let y = 1;
  let z = 1 - start;
  for (let before = -1; z !== before; ) {
    before = z;
    x = Math.sqrt(x);
    y /= 2;
    z -= (1 - x) ** 2 * y;
  }
  return z / 3;
};

/** The estimated number of viewers of registers, from the number of registers of each rank. */
export const estimate = (precision: number, ranks: Uint32Array): number => {
  const size = 2 ** precision;
  const top = hashBits - precision;
  let z = size * tau(1 - ranks[top + 1]! / size);
  for (let rank = top; rank >= 1; rank -= 1) z = (z + ranks[rank]!) / 2;
  z += size * sigma(ranks[0]! / size);
  return Math.round((size * size) / (2 * Math.LN2) / z);
};

/**
 * How many viewers a sketch holds: exact up to 300, else by the improved estimator of Ertl (2017), without bias at any
 * size.
 */
export const countViewers = ({ exact, registers, precision }: Sketch): number => {
  if (exact) return exact.size;
  const ranks = new Uint32Array(64);
  for (const rank of registers!) ranks[rank]! += 1;
  return estimate(precision, ranks);
};

/** How many viewers an encoded sketch holds. */
export const countEncoded = (bytes: Buffer): number => {
  if (bytes[0] === exactKind) return (bytes.length - 2) / 6;
  const ranks = new Uint32Array(64);
  for (let at = 2; at < bytes.length; at += 3) {
    const word = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
    ranks[word >> 18]! += 1;
    ranks[(word >> 12) & 63]! += 1;
    ranks[(word >> 6) & 63]! += 1;
    ranks[word & 63]! += 1;
  }
  return estimate(bytes[1]!, ranks);
};
