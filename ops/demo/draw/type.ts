import { readFileSync } from 'node:fs';

/** Faces that words are set in: text and bold for all apps, serif for the news, round for the game. */
export type FontFace = 'text' | 'bold' | 'serif' | 'round';

interface Letter {
  advance: number;
  path: string;
}

const readLetters = (): Map<string, Letter> => {
  const file = readFileSync(new URL('letters.txt', import.meta.url), 'utf8');
  const letters = new Map<string, Letter>();
  for (const line of file.split('\n')) {
    const found = /^(\w+) (\d+) (\d+) ?(.*)$/.exec(line);
    if (!found) continue;
    const [, face, code, advance, path] = found;
    letters.set(`${face}${String.fromCodePoint(Number(code))}`, { advance: Number(advance), path: path! });
  }
  return letters;
};
let letters: Map<string, Letter> | null = null;

const letterOf = (face: FontFace, character: string): Letter => {
  letters ??= readLetters();
  const letter = letters.get(face + character);
  if (!letter) throw new Error(`The face ${face} has no letter ${character}.`);
  return letter;
};

/**
 * How a line is set. `x` is its start, middle or end by `align`, `y` its base line; `track` is added between letters,
 * in thousandths of the size.
 */
export interface TextSetting {
  x: number;
  y: number;
  size: number;
  face?: FontFace;
  fill?: string;
  align?: 'start' | 'middle' | 'end';
  track?: number;
  /** The line is set smaller when it would be wider than this. */
  fit?: number;
  /** A line around the letters: its colour and width in pixels. */
  edge?: { colour: string; width: number };
}

/** The width of a line of words in pixels. */
export const widthOf = (words: string, size: number, face: FontFace = 'bold', track = 0): number => {
  const all = [...words];
  const sum = all.reduce((width, one) => width + letterOf(face, one).advance + track, 0);
  return ((sum - (all.length > 0 ? track : 0)) * size) / 1000;
};

const round = (value: number): number => Math.round(value * 100) / 100;

/**
 * One line of words as SVG. Letters are shapes, so that pictures look the same on every machine, with or without fonts.
 */
export const line = (words: string, given: TextSetting): string => {
  const { face = 'bold', fill = '#fff', align = 'start', track = 0, edge } = given;
  const wide = widthOf(words, given.size, face, track);
  const size = given.fit !== undefined && wide > given.fit ? (given.size * given.fit) / wide : given.size;
  const width = widthOf(words, size, face, track);
  const start = given.x - (align === 'middle' ? width / 2 : align === 'end' ? width : 0);
  const scale = size / 1000;
  let at = 0;
  let shapes = '';
  for (const character of words) {
    const { advance, path } = letterOf(face, character);
    if (path) shapes += `<path transform="translate(${at})" d="${path}"/>`;
    at += advance + track;
  }
  const place = `transform="translate(${round(start)} ${round(given.y)}) scale(${round(scale * 1000) / 1000})"`;
  const around = edge
    ? `<g ${place} fill="${edge.colour}" stroke="${edge.colour}" stroke-width="${round((edge.width * 2) / scale)}" stroke-linejoin="round">${shapes}</g>`
    : '';
  return `${around}<g ${place} fill="${fill}">${shapes}</g>`;
};

const wrapped = (words: string, size: number, face: FontFace, width: number, track: number): string[] => {
  const lines: string[] = [];
  let open = '';
  for (const word of words.split(' ')) {
    const longer = open === '' ? word : `${open} ${word}`;
    if (open !== '' && widthOf(longer, size, face, track) > width) {
      lines.push(open);
      open = word;
    } else open = longer;
  }
  return open === '' ? lines : [...lines, open];
};

/** A paragraph: `y` is the base line of its first line, `bottom` that of its last, `width` where lines break. */
export const paragraph = (
  words: string,
  given: Omit<TextSetting, 'y' | 'fit'> & { width: number; leading?: number } & ({ y: number } | { bottom: number }),
): { svg: string; top: number; bottom: number; lines: number } => {
  const { size, face = 'bold', track = 0, leading = 1.12, width } = given;
  const lines = wrapped(words, size, face, width, track);
  const step = size * leading;
  const first = 'y' in given ? given.y : given.bottom - step * (lines.length - 1);
  const svg = lines.map((one, index) => line(one, { ...given, y: first + index * step, fit: width })).join('');
  return { svg, top: first - size * 0.75, bottom: first + step * (lines.length - 1), lines: lines.length };
};
