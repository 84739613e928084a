import t from 'tap';
import '#kernel/platform/say.ts';
import { exampleDesign } from '#contracts/studio/examples.ts';
import { componentNames } from './component-names.ts';

t.test('components of the same name are told apart', async (t) => {
  const design = exampleDesign(
    ['poll', 'poll-0001', { z_index: 3 }],
    ['poll', 'poll-0002', { question: 'Which hat?' }],
    ['poll', 'poll-0003', { z_index: 1 }],
    ['text', 'text-0001', { text: 'Which coat?' }],
    ['rating', 'rating-01', { question: '', name: '' }],
  );
  t.same(
    [...componentNames(design)].sort(([one], [other]) => one.localeCompare(other)),
    [
      ['poll-0001', 'Which coat? (2)'],
      ['poll-0002', 'Which hat?'],
      ['poll-0003', 'Which coat? (3)'],
      ['rating-01', 'Rating'],
      ['text-0001', 'Which coat? (1)'],
    ],
  );
});
