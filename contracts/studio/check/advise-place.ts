import { componentWords } from '../../words/design.en.ts';
import { designCheckWords } from '../../words/design-checks.en.ts';
import { fill } from '../../words/phrase.ts';
import type { FlatComponent } from '../flat.ts';
import { type Box, componentParts } from '../geometry.ts';
import { canvas } from '../kinds.ts';
import type { Studio } from '../shape.ts';
import { componentSays } from '../title.ts';
import { checkPlace, smallestTarget } from './check-place.ts';
import { type DesignAdvice, pathOf } from './checked.ts';
import { boundsOf, commonBox, componentsBelow } from './ground.ts';
import { writtenOn } from './written.ts';

/** WCAG 2.2, 2.5.5: a target so wide and high is easy to hit, in canvas units. */
export const easyTarget = 44;

/** What the player's bar and the edges of screens leave free of the canvas. */
export const safeArea: Box = { x: 14, y: 64, width: canvas.width - 2 * 14, height: canvas.height - 64 - 12 };

/** So deep, in canvas units, may components lie in each other before one covers the other. */
const touching = 4;

/** The parts of a component that are read or tapped; of a text its lines. */
export function livelyParts(one: FlatComponent): Box[] {
  if (one.kind === 'text') return writtenOn(one).map(({ box }) => box);
  const { head, targets, cells, foot } = componentParts(one);
  return [head, ...targets, ...cells, foot].filter((part) => part !== null);
}

const isOutside = (box: Box): boolean => {
  const inside = commonBox(box, safeArea);
  // Half a unit is lost where something is turned.
  return !inside || box.width - inside.width > 0.5 || box.height - inside.height > 0.5;
};

const covers = (cover: Box, part: Box): boolean => {
  const both = commonBox(cover, part);
  return both !== null && both.width > touching && both.height > touching;
};

/** What of a component hides what lies below it: all of it, or of a text without a ground its lines. */
const coverOf = (one: FlatComponent): Box | null => {
  if (one.kind !== 'text' || one.component.background !== null) return boundsOf(one);
  const [lines] = livelyParts(one);
  return lines ? boundsOf(one, lines) : null;
};

function overlapAdvice(one: FlatComponent, studio: Studio): DesignAdvice[] {
  const cover = coverOf(one);
  const covered =
    cover &&
    componentsBelow(one, studio).find((lower) =>
      livelyParts(lower).some((part) => covers(cover, boundsOf(lower, part))),
    );
  if (!covered) return [];
  const said = componentSays(covered);
  const other = said === '' ? componentWords[covered.kind] : `“${said}”`;
  return [{ path: pathOf(one, 'position'), code: 'overlap', phrase: fill(designCheckWords.overlap, { other }) }];
}

/** Whether a component would be easier to see and to touch elsewhere, or larger. */
export function advisePlace(one: FlatComponent, studio: Studio): DesignAdvice[] {
  const errors = new Set<string>(checkPlace(one).map(({ code }) => code));
  const isTight = componentParts(one).targets.some(
    ({ width, height }) => Math.min(width, height) < easyTarget && Math.min(width, height) >= smallestTarget,
  );
  const advice: DesignAdvice[] = [];
  if (isTight && !errors.has('target_small'))
    advice.push({ path: pathOf(one, 'size'), code: 'target_tight', phrase: designCheckWords.targetTight });
  if (!errors.has('off_canvas') && livelyParts(one).some((part) => isOutside(boundsOf(one, part))))
    advice.push({ path: pathOf(one, 'position'), code: 'safe_area', phrase: designCheckWords.safeArea });
  return [...advice, ...overlapAdvice(one, studio)];
}
