import { createHash } from 'node:crypto';

/** Partitions of the log, fixed for good: batches and archives name theirs. */
export const partitionCount = 1024;
const partitionBits = Math.log2(partitionCount);

/** The partition of an instance by its token: ten bits of a hash, of which the lowest six are the first byte's. */
export const partitionOf = (token: string): number => {
  const [first, second] = createHash('sha256').update(token).digest();
  return ((second! & 15) << 6) | (first! & 63);
};

/** Lanes: groups of partitions that are read and counted together. A power of two. */
export const laneCount = 8;
/** The lane of a partition: the partition modulo the number of lanes. */
export const laneOf = (partition: number): number => partition & (laneCount - 1);
/** SQL of the lane of the partition in a column, in the words of the index `telemetry_batch_lane`. */
export const laneSql = (column: string): string => `(${column} & ${laneCount - 1})`;

// A partition's subject is its bits, the lowest three together and the others one by one, so that the partitions of a
// lane are one filter whatever power of two the number of lanes is. Servers before 2.10 take no list of filters.
const lowBits = 3;
const lowMask = (1 << lowBits) - 1;

const subjects = Array.from({ length: partitionCount }, (_, partition) => {
  const bits = Array.from({ length: partitionBits - lowBits }, (_, at) => (partition >> (lowBits + at)) & 1);
  return ['telemetry', partition & lowMask, ...bits].join('.');
});
/** The subject that the batches of a partition are published under. */
export const partitionSubject = (partition: number): string => subjects[partition]!;

/** The subject filter of a lane's batches. It takes those of the 64 partitions of before, too. */
export const laneSubjectFilter = (lane: number): string => `telemetry.${lane & lowMask}.>`;

/**
 * The partition that a subject names; NaN for one that names none. Before there were 1,024 it was
 * `telemetry.<lane>.<partition>`.
 */
export const partitionIn = (subject: string): number => {
  const [, low, ...rest] = subject.split('.').map(Number);
  if (rest.length === 1) return rest[0]!;
  return rest.length === partitionBits - lowBits
    ? rest.reduce((partition, bit, at) => partition | (bit << (lowBits + at)), low!)
    : Number.NaN;
};
