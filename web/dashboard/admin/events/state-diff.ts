/** A line of two texts laid over each other: in both, only in the first, only in the second; with its numbers from 1. */
export interface DiffLine {
  kind: 'same' | 'old' | 'new';
  text: string;
  number: number;
}
/** A run of lines that are in both texts and far from any change. */
export interface FoldedLines {
  kind: 'fold';
  lines: number;
  from: number;
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
};

/** A value as lines of JSON, its names in the order of the alphabet. */
export function jsonLines(value: unknown): string[] {
  return (JSON.stringify(sorted(value), null, 2) ?? 'null').split('\n');
}

/** Lengths of the longest common parts of what follows each pair of places. */
function lengths(before: readonly string[], after: readonly string[]): Uint32Array[] {
  const table = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const [row, next] = [table[i]!, table[i + 1]!];
      row[j] = before[i] === after[j] ? next[j + 1]! + 1 : Math.max(next[j]!, row[j + 1]!);
    }
  return table;
}

const most = 4_000_000;

function middle(before: readonly string[], after: readonly string[], start: number): DiffLine[] {
  const old = (i: number): DiffLine => ({ kind: 'old', text: before[i]!, number: start + i + 1 });
  const fresh = (j: number): DiffLine => ({ kind: 'new', text: after[j]!, number: start + j + 1 });
  // Beyond this it would take seconds, and nobody reads so many changed lines one by one.
  if (before.length * after.length > most) return [...before.keys()].map(old).concat([...after.keys()].map(fresh));
  const table = lengths(before, after);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ kind: 'same', text: after[j]!, number: start + j + 1 });
      i += 1;
      j += 1;
    } else if (j >= after.length || (i < before.length && table[i + 1]![j]! >= table[i]![j + 1]!)) {
      lines.push(old(i));
      i += 1;
    } else {
      lines.push(fresh(j));
      j += 1;
    }
  }
  return lines;
}

/** Two texts line by line: what is only in the first stands before what is only in the second. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0;
  const short = Math.min(before.length, after.length);
  while (start < short && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < short - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const same = (from: number, to: number): DiffLine[] =>
    after.slice(from, to).map((text, index) => ({ kind: 'same', text, number: from + index + 1 }));
  return [
    ...same(0, start),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end), start),
    ...same(after.length - end, after.length),
  ];
}

const context = 3;

/** The lines near changes; runs of others are folded. */
export function foldSame(lines: readonly DiffLine[]): (DiffLine | FoldedLines)[] {
  const near = new Uint8Array(lines.length);
  lines.forEach((line, at) => {
    if (line.kind !== 'same') near.fill(1, Math.max(0, at - context), at + context + 1);
  });
  const shown: (DiffLine | FoldedLines)[] = [];
  lines.forEach((line, at) => {
    const last = shown.at(-1);
    if (near[at]) shown.push(line);
    else if (last?.kind === 'fold') last.lines += 1;
    else shown.push({ kind: 'fold', lines: 1, from: line.number });
  });
  return shown;
}
