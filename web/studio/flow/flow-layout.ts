import type { Box } from '#contracts/studio/geometry.ts';
import type { Spot } from '../edits/boxes.ts';
import { cardRoom, type FlowCard, flowCard, lineStart } from './flow-card.ts';
import { columnGap, columnsOf, laneKey, layColumns } from './flow-columns.ts';
import { type FlowStory, type FlowWay, mayLead, plainWay } from './flow-graph.ts';

const apartGap = 72;
/** So many stories that nothing leads to stand beside each other. */
const apartInRow = 5;

/** A way as it is drawn. */
export interface FlowLine {
  storyId: string;
  way: FlowWay;
  /** It shows where a rule would lead that rests, not where viewers go. */
  isPaused: boolean;
  /** An SVG path, from its port to where it leads. */
  path: string;
  /** Where it ends; null where that is not on the board. */
  end: Spot | null;
}

/** Where everything stands on the board. */
export interface FlowLayout {
  cards: ReadonlyMap<string, FlowCard>;
  end: Box;
  lines: readonly FlowLine[];
  width: number;
  height: number;
}

/** A way, and where its line is to end. */
interface Led {
  story: FlowStory;
  way: FlowWay;
  to: string;
  isPaused: boolean;
  start: Spot;
}

/** Where the ways of a story lead: where viewers go, and where a rule would lead that rests. Where no viewer comes, only rules do. */
function ledBy(card: FlowCard): Led[] {
  const { story } = card;
  return story.ways.flatMap((way): Led[] => {
    const { key, goal, to, resting } = way;
    const start = lineStart(card, key);
    const paused = resting && goal !== null ? [{ story, way, to: goal, isPaused: true, start }] : [];
    const goes = story.isReached || (goal !== null && !resting);
    return goes ? [{ story, way, to, isPaused: false, start }, ...paused] : paused;
  });
}

const into = ({ x, y, height }: Box): Spot => ({ x, y: y + height / 2 });

/** A line through points: flat where it leaves and comes, and along the two of each lane. */
export function curve(points: readonly Spot[]): string {
  const [first, ...rest] = points;
  let from = first!;
  let path = `M${from.x} ${from.y}`;
  for (const to of rest) {
    const bend = Math.max(24, Math.abs(to.x - from.x) / 2);
    path +=
      to.y === from.y && to.x > from.x
        ? `H${to.x}`
        : `C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`;
    from = to;
  }
  return path;
}

/** A line to what stands further left: it comes from above, and does not wind around it. */
const curveBack = (from: Spot, { x, y, width }: Box): { path: string; end: Spot } => {
  const end = { x: x + width / 2, y };
  const bend = Math.max(40, Math.abs(y - from.y) / 2);
  return { path: `M${from.x} ${from.y}C${from.x + 48} ${from.y} ${end.x} ${y - bend} ${end.x} ${y}`, end };
};

/** Lines that come to one place end beside each other, in the order in which they come. */
const spread = (count: number, at: number): number => {
  const step = Math.min(12, 48 / Math.max(1, count));
  return (at - (count - 1) / 2) * step;
};

/** Lays the stories that nothing leads to in rows of their own, below all others. */
function layApart(stories: readonly FlowStory[], top: number): Map<string, FlowCard> {
  const cards = new Map<string, FlowCard>();
  let y = top;
  for (let at = 0; at < stories.length; at += apartInRow) {
    const row = stories.slice(at, at + apartInRow);
    let x = 0;
    for (const story of row) {
      cards.set(story.id, flowCard(story, x, y));
      x += cardRoom(story).width + columnGap;
    }
    y += Math.max(...row.map((story) => cardRoom(story).height)) + apartGap;
  }
  return cards;
}

const moved = (box: Box, by: number): Box => ({ ...box, y: box.y + by });

/** Where the stories of a group and the ways between them stand: the same for the same stories, whatever was there before. */
export function flowLayout(stories: readonly FlowStory[]): FlowLayout {
  const columns = columnsOf(stories);
  const { cards: main, end: endBox, lanes } = layColumns(stories, columns);
  const tops = [...main.values()].flatMap(({ box, ports }) => [box, ...ports.values()].map(({ y }) => y));
  const up = -Math.min(endBox.y, ...tops, ...[...lanes.values()].map(({ y }) => y));
  const cards = new Map<string, FlowCard>(
    [...main].map(([id, { story, box, ports }]) => {
      const down = new Map([...ports].map(([key, port]) => [key, moved(port, up)]));
      return [id, { story, box: moved(box, up), ports: down }];
    }),
  );
  const end = moved(endBox, up);
  const bottomOf = (all: Iterable<FlowCard>): number =>
    Math.max(
      end.y + end.height,
      ...[...all].flatMap(({ box, ports }) => [box, ...ports.values()].map(({ y, height }) => y + height)),
    );
  const apart = stories.filter(({ isReached }) => !isReached);
  for (const [id, card] of layApart(apart, bottomOf(cards.values()) + apartGap)) cards.set(id, card);

  const boxOf = (to: string): Box | null => (to === 'end' ? end : (cards.get(to)?.box ?? null));
  const found = stories.flatMap(({ id }) => ledBy(cards.get(id)!));
  const coming = new Map<string, Led[]>();
  for (const one of found) coming.set(one.to, [...(coming.get(one.to) ?? []), one]);
  for (const all of coming.values()) all.sort((one, other) => one.start.y - other.start.y);
  const lines = found.map((one): FlowLine => {
    const { story, way, to, isPaused, start } = one;
    const line = { storyId: story.id, way, isPaused };
    const box = boxOf(to);
    if (!box) return { ...line, path: `M${start.x} ${start.y}h28`, end: null };
    if (box.x < start.x) return { ...line, ...curveBack(start, box) };
    const all = coming.get(to)!;
    const target = into(box);
    const finish = { x: target.x, y: target.y + spread(all.length, all.indexOf(one)) };
    const through: Spot[] = [];
    if (story.isReached && !isPaused)
      for (let column = columns.get(story.id)! + 1; column < columns.get(to)!; column += 1) {
        const { left, right, y } = lanes.get(laneKey(to, column))!;
        through.push({ x: left, y: y + up }, { x: right, y: y + up });
      }
    return { ...line, path: curve([start, ...through, finish]), end: finish };
  });
  const right = [...cards.values()].map(({ story, box }) => box.x + cardRoom(story).width);
  return { cards, end, lines, width: Math.max(end.x + end.width, ...right), height: bottomOf(cards.values()) };
}

const holds = ({ x, y, width, height }: Box, spot: Spot, around = 0): boolean =>
  spot.x >= x - around && spot.x <= x + width + around && spot.y >= y - around && spot.y <= y + height + around;

/** What a line that is dropped at a place of the board leads to: a story, 'end', or nothing. */
export function goalAt({ cards, end }: FlowLayout, spot: Spot): string | null {
  if (holds(end, spot, 12)) return 'end';
  for (const [id, { box }] of cards) if (holds(box, spot, 8)) return id;
  return null;
}

/** Whether a way that is drawn by hand may end where it is: `null` where there is nothing to lead to. */
export function dropAt(
  layout: FlowLayout,
  stories: readonly FlowStory[],
  from: string,
  spot: Spot,
): { to: string; fits: boolean } | null {
  const to = goalAt(layout, spot);
  return to === null || to === from ? null : { to, fits: mayLead(stories, from, to) };
}

/** The way of a story without an answer is solid where the story asks nothing. */
export const isDashed = (story: FlowStory, { key }: FlowWay): boolean => key === plainWay && story.ways.length > 1;
