import type { Box } from '#contracts/studio/geometry.ts';
import { boardSizes, cardRoom, type FlowCard, flowCard, lineStart } from './flow-card.ts';
import type { FlowStory } from './flow-graph.ts';

/** From a column to the next one. */
export const columnGap = 76;
const [rowGap, laneHeight] = [28, 20];

/** In which column each story that viewers come to stands, and the end: as far left as all that leads to it allows. */
export function columnsOf(stories: readonly FlowStory[]): Map<string, number> {
  const columns = new Map<string, number>();
  for (const { id, isReached, ways } of stories) {
    if (!isReached) continue;
    const own = columns.get(id) ?? 0;
    columns.set(id, own);
    for (const { to } of ways) columns.set(to, Math.max(columns.get(to) ?? 0, own + 1));
  }
  // Each way goes on to the end, so that it stands right of all; without stories it stands alone.
  if (columns.size === 0) columns.set('end', 0);
  return columns;
}

/** A place in a column: of a story, of the end, or of the lines that pass on to one that stands further right. */
interface Item {
  to: string;
  isLane: boolean;
  height: number;
  /** Where the middle would be best, and where the highest of the lines that come starts: so they are ordered. */
  wanted: number;
  highest: number;
  order: number;
}

/** Lays the items of a column below each other, each as near as can be to where it would be best. */
function packed(items: readonly Item[]): Map<Item, number> {
  const sorted = [...items].sort((one, other) => one.highest - other.highest || one.order - other.order);
  const tops: number[] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const { wanted, height } of sorted) {
    const top = Math.max(wanted - height / 2, bottom + rowGap);
    tops.push(top);
    bottom = top + height;
  }
  const off = sorted.reduce((sum, { wanted, height }, at) => sum + wanted - (tops[at]! + height / 2), 0);
  const shift = sorted.length === 0 ? 0 : off / sorted.length;
  return new Map(sorted.map((item, at) => [item, Math.round(tops[at]! + shift)]));
}

/** Where stories stand that viewers come to. */
export interface Columns {
  cards: Map<string, FlowCard>;
  end: Box;
  /** Where the lines to a story pass through a column: left and right, and how high. */
  lanes: Map<string, { left: number; right: number; y: number }>;
}

export const laneKey = (to: string, column: number): string => `${column} ${to}`;

/** Lays the stories that viewers come to in columns, each story right of all that lead to it. */
export function layColumns(stories: readonly FlowStory[], columns: ReadonlyMap<string, number>): Columns {
  const reached = stories.filter(({ isReached }) => isReached);
  const cards = new Map<string, FlowCard>();
  const lanes: Columns['lanes'] = new Map();
  const last = columns.get('end')!;
  let end: Box = { x: 0, y: 0, ...boardSizes.end };
  let left = 0;
  for (let column = 0; column <= last; column += 1) {
    const comes = new Map<string, number[]>();
    for (const { id, ways } of reached) {
      const own = columns.get(id)!;
      if (own >= column) continue;
      for (const { key, to } of ways) {
        if (columns.get(to)! < column) continue;
        const from = own === column - 1 ? lineStart(cards.get(id)!, key).y : lanes.get(laneKey(to, column - 1))!.y;
        comes.set(to, [...(comes.get(to) ?? []), from]);
      }
    }
    const wantedOf = (to: string): number => {
      const from = comes.get(to) ?? [];
      return from.reduce((sum, y) => sum + y, 0) / Math.max(1, from.length);
    };
    const item = (to: string, height: number, order: number): Item => {
      const isLane = columns.get(to) !== column;
      const highest = Math.min(...(comes.get(to) ?? [0]));
      return { to, isLane, height: isLane ? laneHeight : height, wanted: wantedOf(to), highest, order };
    };
    const items = reached
      .filter(({ id }) => columns.get(id) === column || comes.has(id))
      .map((story) => item(story.id, cardRoom(story).height, story.place));
    if (column === last || comes.has('end')) items.push(item('end', boardSizes.end.height, stories.length + 1));
    const here = reached.filter(({ id }) => columns.get(id) === column);
    const width = Math.max(boardSizes.end.width, ...here.map((story) => cardRoom(story).width));
    for (const [{ to, isLane, height }, top] of packed(items)) {
      if (isLane) lanes.set(laneKey(to, column), { left, right: left + width, y: top + height / 2 });
      else if (to === 'end') end = { x: left, y: top, ...boardSizes.end };
      else cards.set(to, flowCard(here.find(({ id }) => id === to)!, left, top));
    }
    left += width + columnGap;
  }
  return { cards, end, lanes };
}
