import type { FlatComponent } from './flat.ts';
import { mostStars } from './limits.ts';

/** A rectangle in canvas units; a part of a component lies in the component's own box, from its top left. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where the parts of a component lie in its box: null and empty where it has none. */
export interface Parts {
  /** The question, title or words. */
  head: Box | null;
  /** What is tapped, in order: options, emoji, stars, or the whole of a button, a swipe or a tag. */
  targets: Box[];
  /** What is only looked at: the boxes of a countdown's units. */
  cells: Box[];
  /** How many answered, and what is said of a result. */
  foot: Box | null;
}

/** Room inside a card's edge and between its parts. */
const pad = 12;
const gap = 8;
const lineHeight = 1.25;
/** The width of an average letter, in sizes of its font. */
const letterWidth = 0.55;
const mostLines = 2;
/** How large the words of a foot are, in sizes of the card's font. */
const footSize = 0.75;

const linesOf = (words: string, width: number, fontSize: number): number => {
  if (words === '') return 0;
  const perLine = Math.max(1, Math.floor(width / (fontSize * letterWidth)));
  return Math.min(mostLines, Math.ceil([...words].length / perLine));
};

/** Divides a box into equal ones beside or below each other, with a gap between, a narrow one where there is no room. */
const divided = (box: Box, count: number, beside: boolean): Box[] => {
  const whole = beside ? box.width : box.height;
  const between = Math.min(gap, whole / (2 * count));
  const each = (whole - between * (count - 1)) / count;
  return Array.from({ length: count }, (_, at) => {
    const from = at * (each + between);
    return beside ? { ...box, x: box.x + from, width: each } : { ...box, y: box.y + from, height: each };
  });
};

interface Rows {
  head: Box | null;
  body: Box;
  foot: Box | null;
}

/** The head, what lies between, and the foot of a card; `footHeight` 0 is none. Where all is too much, what lies between gives way. */
const rowsOf = (size: { width: number; height: number }, words: string, fontSize: number, footHeight: number): Rows => {
  const inner = {
    x: pad,
    y: pad,
    width: Math.max(0, size.width - 2 * pad),
    height: Math.max(0, size.height - 2 * pad),
  };
  const foot = Math.min(footHeight, inner.height);
  const bottom = inner.y + inner.height - (foot === 0 ? 0 : foot + gap);
  const wanted = linesOf(words, inner.width, fontSize) * fontSize * lineHeight;
  const head = Math.max(0, Math.min(wanted, bottom - inner.y));
  const top = Math.min(inner.y + (head === 0 ? 0 : head + gap), bottom);
  return {
    head: head === 0 ? null : { ...inner, height: head },
    body: { ...inner, y: Math.max(inner.y, top), height: Math.max(0, bottom - top) },
    foot: foot === 0 ? null : { ...inner, y: inner.y + inner.height - foot, height: foot },
  };
};

const centered = (box: Box, width: number, height: number): Box => ({
  x: box.x + (box.width - width) / 2,
  y: box.y + (box.height - height) / 2,
  width,
  height,
});

const whole = ({ width, height }: { width: number; height: number }): Box => ({ x: 0, y: 0, width, height });

/** Two options stand beside each other where each has so much room. */
const besideWidth = 96;

/** Where the parts of a component lie: what draws it, what checks its targets and what holds its handles ask here. */
export function componentParts(one: FlatComponent): Parts {
  const { size } = one.component;
  const none: Parts = { head: null, targets: [], cells: [], foot: null };
  switch (one.kind) {
    case 'cta':
      return { ...none, targets: [whole(size)] };
    case 'image':
      return none;
    case 'text':
      return { ...none, head: whole(size) };
    case 'product_tag':
      return { ...none, targets: [whole(size)] };
    case 'reaction': {
      const count = one.component.emojis.length;
      const row = { x: pad, y: 4, width: Math.max(0, size.width - 2 * pad), height: Math.max(0, size.height - 8) };
      return { ...none, targets: divided(row, count, true) };
    }
    case 'quiz':
    case 'poll': {
      const { question, font_size, show_total, options } = one.component;
      const said = show_total || (one.kind === 'quiz' && one.component.explanation !== '');
      const { head, body, foot } = rowsOf(size, question, font_size, said ? font_size * footSize * lineHeight : 0);
      const beside = one.kind === 'poll' && options.length === 2 && (body.width - gap) / 2 >= besideWidth;
      return { ...none, head, targets: divided(body, options.length, beside), foot };
    }
    case 'rating': {
      const { question, font_size } = one.component;
      const { head, body, foot } = rowsOf(size, question, font_size, font_size * footSize * lineHeight);
      const cells = divided(body, mostStars, true);
      const side = Math.min(body.height, cells[0]!.width);
      return { ...none, head, targets: cells.map((cell) => centered(cell, side, side)), foot };
    }
    case 'countdown': {
      const { title, font_size, units, reminder } = one.component;
      const button = reminder ? Math.max(24, font_size * 2) : 0;
      const { head, body, foot } = rowsOf(size, title, font_size, button);
      return { head, targets: foot ? [foot] : [], cells: divided(body, units.length, true), foot: null };
    }
  }
}

const turned = (x: number, y: number, degrees: number): [number, number] => {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [x * cos - y * sin, x * sin + y * cos];
};

/** The corners of a part of a component on the canvas, in turn; a component turns about its middle. */
export function cornersOf({ component: { position, size, rotation } }: FlatComponent, part: Box): [number, number][] {
  const middle = [position.x + size.width / 2, position.y + size.height / 2] as const;
  const corners = [
    [part.x, part.y],
    [part.x + part.width, part.y],
    [part.x + part.width, part.y + part.height],
    [part.x, part.y + part.height],
  ] as const;
  return corners.map(([x, y]) => {
    const [dx, dy] = turned(x - size.width / 2, y - size.height / 2, rotation);
    return [middle[0] + dx, middle[1] + dy];
  });
}

/** One step of cutting a polygon by a half plane: the points where `depth` is not below 0. */
const cut = (points: [number, number][], depth: (point: [number, number]) => number): [number, number][] =>
  points.flatMap((point, at) => {
    const before = points.at(at - 1)!;
    const [from, to] = [depth(before), depth(point)];
    const crossing: [number, number] = [
      before[0] + ((point[0] - before[0]) * from) / (from - to),
      before[1] + ((point[1] - before[1]) * from) / (from - to),
    ];
    if (from >= 0 !== to >= 0) return to >= 0 ? [crossing, point] : [crossing];
    return to >= 0 ? [point] : [];
  });

const areaOf = (points: readonly [number, number][]): number =>
  Math.abs(
    points.reduce((sum, [x, y], at) => {
      const [nextX, nextY] = points[(at + 1) % points.length]!;
      return sum + x * nextY - nextX * y;
    }, 0),
  ) / 2;

/** The share of a polygon that lies on a canvas of a size, 0 to 1. */
export function shareInside(corners: [number, number][], { width, height }: { width: number; height: number }): number {
  const area = areaOf(corners);
  if (area === 0) return 0;
  const sides = [
    ([x]: [number, number]) => x,
    ([x]: [number, number]) => width - x,
    ([, y]: [number, number]) => y,
    ([, y]: [number, number]) => height - y,
  ];
  return areaOf(sides.reduce((points, depth) => cut(points, depth), corners)) / area;
}
