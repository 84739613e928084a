/**
 * Packs byte strings into one binary value that is cut in Postgres: an array of bytea would be sent as text, four bytes
 * for one. `starts` and `lengths` say where each lies, counted from 1.
 */
export const packBytea = (parts: readonly Buffer[]): { starts: number[]; lengths: number[]; bytes: Buffer } => {
  let next = 1;
  const starts = parts.map(({ length }) => {
    const start = next;
    next += length;
    return start;
  });
  return { starts, lengths: parts.map(({ length }) => length), bytes: Buffer.concat(parts) };
};
