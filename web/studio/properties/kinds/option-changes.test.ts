import t from 'tap';
import '#kernel/platform/say.ts';
import { exampleDesign } from '#contracts/studio/examples.ts';
import { flatten } from '#contracts/studio/flat.ts';
import { studio } from '#contracts/studio/studio.ts';
import { type ComponentChanges, changeComponent } from '../../edits/components.ts';
import { changedOption, type Optioned, orderOptions, withOption, withoutOption } from './option-changes.ts';

const id = 'quiz-0001';
const design = exampleDesign(['quiz', id, { options: ['a', 'b', 'c'].map((text) => ({ text })), correct: 'B' }]);
const one = flatten(design)[0] as Optioned;
const after = (changes: ComponentChanges) => {
  const changed = changeComponent(design, { id, changes });
  const { options, correct } = studio.parse(changed).quizData[0]!;
  return `${options.map(({ text }) => text).join('')} ${correct}`;
};

t.test('the right option stays the right one wherever it goes', async (t) => {
  t.equal(after(orderOptions(one, [1, 0, 2])), 'bac A');
  t.equal(after(orderOptions(one, [2, 0, 1])), 'cab C');
  t.equal(after(withoutOption(one, 0)), 'bc A');
  t.equal(after(withoutOption(one, 2)), 'ab B');
  t.equal(after(withoutOption(one, 1)), 'ac B', 'the one in its place');
  t.equal(after(withOption(one)), 'abc B');
  t.equal(after(changedOption(one, 2, { text: 'z' })), 'abz B');
});
