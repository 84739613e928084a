import t from 'tap';
import { draftChanges } from '#contracts/studio/draft-changes.ts';
import { emptyDraft } from '#contracts/studio/draft-content.ts';
import { exampleDesign } from '#contracts/studio/examples.ts';
import { wholeOf } from './shown-change.ts';

t.test('what was added or removed whole is told from what was changed', async (t) => {
  const before = { ...emptyDraft, title: 'Coats', studio: exampleDesign(['poll', 'poll-0001'], ['text', 'text-0001']) };
  const after = {
    ...emptyDraft,
    title: '',
    studio: exampleDesign(['poll', 'poll-0001', { question: 'Which hat?' }], ['rating', 'rating-01']),
    conditions: { rules: [], next: 'end' as const },
  };
  const whole = new Map(draftChanges(before, after, (id) => id).map((change) => [change.key, wholeOf(change)]));
  t.same(
    [...whole].sort(([one], [other]) => one.localeCompare(other)),
    [
      ['conditions', null],
      ['poll-0001.question', null],
      ['rating-01', 'added'],
      ['story.title', null],
      ['text-0001', 'removed'],
    ],
  );
});
