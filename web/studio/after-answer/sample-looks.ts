import { answersTo, optionLetters } from '#contracts/studio/answers.ts';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import type { ComponentState } from '../../player/render/state.ts';

/** A component that viewers answer. */
export type AnsweredComponent = Extract<FlatComponent, { kind: 'reaction' | 'quiz' | 'poll' | 'rating' }>;

/** How a component looks after an answer: which case it is, the answer, and what it is drawn with. */
export interface SampleLook {
  name: 'right' | 'wrong' | 'vote' | 'tap' | 'rating';
  answer: string;
  state: ComponentState;
}

/** How many of some made-up viewers gave each answer, the most popular first. */
const samples: readonly (readonly number[])[] = [
  [1240],
  [719, 521],
  [645, 384, 211],
  [546, 335, 223, 136],
  [496, 310, 211, 136, 87],
];
const stars = [37, 62, 149, 384, 608];

const counted = (answers: readonly string[], first: number): ReadonlyMap<string, number> => {
  const counts = samples[answers.length - 1] ?? [];
  const order = [first, ...answers.keys()].filter((at, place, all) => all.indexOf(at) === place);
  return new Map(order.map((at, rank) => [answers[at]!, counts[rank] ?? 0]));
};

/** The looks of a component after an answer, with made-up results: of a quiz the right one and a wrong one, else one. */
export function sampleLooks(one: AnsweredComponent): SampleLook[] {
  const answers = answersTo({ ...one.component, kind: one.kind });
  const look = (name: SampleLook['name'], answer: string, counts: ReadonlyMap<string, number>): SampleLook => ({
    name,
    answer,
    state: { value: answer, final: true, counts },
  });
  if (one.kind === 'rating') return [look('rating', '4', new Map(answers.map((answer, at) => [answer, stars[at]!])))];
  if (one.kind !== 'quiz') {
    const [first] = answers;
    return first === undefined ? [] : [look(one.kind === 'poll' ? 'vote' : 'tap', first, counted(answers, 0))];
  }
  const right = one.component.correct;
  const counts = counted(answers, Math.max(0, optionLetters.indexOf(right)));
  const wrong = answers.find((answer) => answer !== right)!;
  return [look('right', right, counts), look('wrong', wrong, counts)];
}
