import { designCheckWords } from '../../words/design-checks.en.ts';
import type { FlatComponent } from '../flat.ts';
import { componentParts, cornersOf, shareInside } from '../geometry.ts';
import { canvas } from '../kinds.ts';
import { type DesignFault, pathOf } from './checked.ts';

/** WCAG 2.2, 2.5.8: so wide and high is a target at least, in canvas units. */
export const smallestTarget = 24;

/** Whether enough of a component can be seen and touched. */
export function checkPlace(one: FlatComponent): DesignFault[] {
  const { size } = one.component;
  const parts = componentParts(one);
  const box = { x: 0, y: 0, ...size };
  const shareOf = (part: typeof box) => shareInside(cornersOf(one, part), canvas);
  const seen = [parts.head, ...parts.targets, ...parts.cells].filter((part) => part !== null);
  const isOff = one.kind === 'image' ? shareOf(box) === 0 : seen.some((part) => shareOf(part) < 0.5);
  const isSmall = parts.targets.some(({ width, height }) => width < smallestTarget || height < smallestTarget);
  return [
    ...(isOff
      ? [{ path: pathOf(one, 'position'), code: 'off_canvas' as const, phrase: designCheckWords.offCanvas }]
      : []),
    ...(isSmall
      ? [{ path: pathOf(one, 'size'), code: 'target_small' as const, phrase: designCheckWords.targetSmall }]
      : []),
  ];
}
