import { optionLetters } from '#contracts/studio/answers.ts';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import type { ComponentChanges } from '../../edits/components.ts';

/** A component with options. */
export type Optioned = Extract<FlatComponent, { kind: 'quiz' | 'poll' }>;

/** The changes after which the options stand in another order, by the places that they had; the right one goes along. */
export function orderOptions({ kind, component }: Optioned, order: readonly number[]): ComponentChanges {
  const options = order.map((at) => component.options[at]);
  if (kind === 'poll') return { options };
  const right = order.indexOf(optionLetters.indexOf(component.correct));
  return right < 0 ? { options } : { options, correct: optionLetters[right] };
}

/** The changes that take an option out; of a quiz whose right one it was, the one in its place is right. */
export function withoutOption(one: Optioned, at: number): ComponentChanges {
  const order = one.component.options.map((_, place) => place).filter((place) => place !== at);
  const changes = orderOptions(one, order);
  if (one.kind === 'poll' || 'correct' in changes) return changes;
  return { ...changes, correct: optionLetters[Math.min(at, order.length - 1)] };
}

/** The changes that add an option without words at the end. */
export const withOption = ({ kind, component }: Optioned): ComponentChanges => ({
  options: [...component.options, kind === 'poll' ? { text: '', color: null } : { text: '' }],
});

/** The changes that give the option at a place something else. */
export const changedOption = ({ component }: Optioned, at: number, more: object): ComponentChanges => ({
  options: component.options.map((option, place) => (place === at ? { ...option, ...more } : option)),
});
