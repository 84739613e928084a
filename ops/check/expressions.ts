/** A run of the same characters, or a group, and how often it may come. */
type Item =
  | { kind: 'characters'; source: string; min: number; max: number }
  | { kind: 'group'; choices: Item[][]; min: number; max: number };

const samples = [
  ...Array.from({ length: 0x250 }, (_, at) => String.fromCodePoint(at)),
  ...['\u0300', '\u0315', '\u0416', '\u200b', '\u2028', '\u3000', '\u4e00', '\ue000', '\u{1f600}'],
];
const known = new Map<string, string>();
/** The sampled characters that one place of an expression takes. */
const taken = (source: string, flags: string): string => {
  const key = `${flags}/${source}`;
  let found = known.get(key);
  if (found === undefined) {
    const expression = new RegExp(`^(?:${source})$`, flags.replace(/[gy]/g, ''));
    found = samples.map((one) => (expression.test(one) ? '1' : '0')).join('');
    known.set(key, found);
  }
  return found;
};
const meet = (one: string, other: string, flags: string): boolean => {
  const [a, b] = [taken(one, flags), taken(other, flags)];
  for (let at = 0; at < a.length; at += 1) if (a[at] === '1' && b[at] === '1') return true;
  return false;
};

/** Reads an expression's source into what it repeats. What takes no character (anchors, looks around) is left out. */
const read = (source: string): Item[][] => {
  let at = 0;
  const quantifier = (): { min: number; max: number } => {
    const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(source.slice(at));
    if (!found) return { min: 1, max: 1 };
    at += found[0].length;
    const [sign] = found[0];
    if (sign === '*') return { min: 0, max: Number.POSITIVE_INFINITY };
    if (sign === '+') return { min: 1, max: Number.POSITIVE_INFINITY };
    if (sign === '?') return { min: 0, max: 1 };
    const min = Number(found[1]);
    return { min, max: found[2] ? (found[3] ? Number(found[3]) : Number.POSITIVE_INFINITY) : min };
  };
  const characters = (): string => {
    const found =
      source[at] === '['
        ? /^\[(?:\\.|[^\]\\])*\]/su.exec(source.slice(at))
        : /^(?:\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\k<[^>]*>|\\.|.)/su.exec(
            source.slice(at),
          );
    at += found![0].length;
    return found![0];
  };
  const choices = (): Item[][] => {
    const all: Item[][] = [[]];
    while (at < source.length && source[at] !== ')') {
      if (source[at] === '|') {
        at += 1;
        all.push([]);
        continue;
      }
      if (source[at] === '(') {
        const opening = /^\((?:\?(?::|=|!|<=|<!|<[^>]+>))?/.exec(source.slice(at))![0];
        at += opening.length;
        const inner = choices();
        at += 1;
        const times = quantifier();
        if (!/^\(\?(?:=|!|<=|<!)/.test(opening)) all.at(-1)!.push({ kind: 'group', choices: inner, ...times });
        continue;
      }
      const one = characters();
      const isNothing = one === '^' || one === '$' || one === '\\b' || one === '\\B';
      const times = quantifier();
      if (!isNothing && !/^\\[1-9k]/.test(one)) all.at(-1)!.push({ kind: 'characters', source: one, ...times });
    }
    return all;
  };
  return choices();
};

/** The endless repeats with which something can begin and end, and whether it can be nothing. */
interface Edges {
  first: string[];
  last: string[];
  empty: boolean;
}

/**
 * Two endless repeats over the same characters that can stand beside each other in an expression, or one inside
 * another, as words; null when there are none. Such an expression takes the square of a text's length, or worse.
 */
export const neighbouringRepeats = (source: string, flags: string): string | null => {
  let fault: string | null = null;
  const check = (before: string[], after: string[]): void => {
    for (const one of before)
      for (const other of after) if (fault === null && meet(one, other, flags)) fault = `${one} beside ${other}`;
  };
  const sequence = (items: Item[]): Edges => {
    const edges: Edges = { first: [], last: [], empty: true };
    for (const item of items) {
      const own = edgesOf(item);
      check(edges.last, own.first);
      if (edges.empty) edges.first.push(...own.first);
      edges.last = own.empty ? [...edges.last, ...own.last] : own.last;
      edges.empty &&= own.empty;
    }
    return edges;
  };
  const edgesOf = (item: Item): Edges => {
    const endless = item.max === Number.POSITIVE_INFINITY;
    if (item.kind === 'characters') {
      const all = endless ? [item.source] : [];
      return { first: all, last: all, empty: item.min === 0 };
    }
    const all = item.choices.map(sequence);
    const first = all.flatMap((one) => one.first);
    const last = all.flatMap((one) => one.last);
    if (endless) check(last, first);
    return { first, last, empty: item.min === 0 || all.some((one) => one.empty) };
  };
  for (const choice of read(source)) sequence(choice);
  return fault;
};

const literal =
  /(?:[=(,:[!&|?{};>]|\breturn|^)\s{0,40}\/(?![/*])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]{0,8})/gm;

/** The expressions that a file of TypeScript holds as literals, each with its flags. */
export const expressionsIn = (text: string): { source: string; flags: string }[] =>
  [...text.replaceAll(/^ *(?:\/\/|\/?\*).*$/gm, '').matchAll(literal)].flatMap(([, source, flags]) => {
    try {
      new RegExp(source!, flags);
      return [{ source: source!, flags: flags! }];
    } catch {
      // A division, or text between tags.
      return [];
    }
  });
