import type { Box } from '#contracts/studio/geometry.ts';
import type { Spot } from '../edits/boxes.ts';
import type { FlowStory, FlowWay } from './flow-graph.ts';

/** Sizes of what stands on the board, in its units, which are px at 100%; so has its style. */
export const boardSizes = {
  card: { width: 112, height: 152 },
  end: { width: 112, height: 40 },
  port: { width: 132, height: 32, gap: 8 },
  /** A port with the reason why it rests. */
  restingPort: 72,
  /** From a card to its ports. */
  toPorts: 8,
} as const;

/** A story on the board: its card and its ports, by the keys of their ways. */
export interface FlowCard {
  story: FlowStory;
  box: Box;
  ports: ReadonlyMap<string, Box>;
}

/** The ports of a story: none are drawn as such where nothing is asked, then its way starts at the card itself. */
export const hasPorts = ({ ways }: FlowStory): boolean =>
  ways.length > 1 || ways.some(({ resting }) => resting !== null);

const portHeight = ({ resting }: FlowWay): number => (resting ? boardSizes.restingPort : boardSizes.port.height);

const portsHeight = (story: FlowStory): number =>
  hasPorts(story)
    ? story.ways.reduce((sum, way) => sum + portHeight(way) + boardSizes.port.gap, -boardSizes.port.gap)
    : 0;

/** How much room a story takes with its ports. */
export const cardRoom = (story: FlowStory): { width: number; height: number } => ({
  width: boardSizes.card.width + (hasPorts(story) ? boardSizes.toPorts + boardSizes.port.width : 0),
  height: Math.max(boardSizes.card.height, portsHeight(story)),
});

/** The card of a story whose place is `left`, `top`, with its ports in the middle beside it. */
export function flowCard(story: FlowStory, left: number, top: number): FlowCard {
  const { card, port, toPorts } = boardSizes;
  const { height } = cardRoom(story);
  const box = { x: left, y: Math.round(top + (height - card.height) / 2), ...card };
  const ports = new Map<string, Box>();
  let y = Math.round(top + (height - portsHeight(story)) / 2);
  if (hasPorts(story))
    for (const way of story.ways) {
      ports.set(way.key, { x: left + card.width + toPorts, y, width: port.width, height: portHeight(way) });
      y += portHeight(way) + port.gap;
    }
  return { story, box, ports };
}

/** Where the line of a way starts. */
export function lineStart({ box, ports }: FlowCard, key: string): Spot {
  const from = ports.get(key) ?? box;
  return { x: from.x + from.width, y: from.y + (ports.has(key) ? boardSizes.port.height : from.height) / 2 };
}
