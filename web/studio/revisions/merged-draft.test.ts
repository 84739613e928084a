import t from 'tap';
import { type DraftContent, emptyDraft } from '#contracts/studio/draft-content.ts';
import { type ExamplePart, exampleDesign } from '#contracts/studio/examples.ts';
import { mergedDraft } from './merged-draft.ts';

const content = (title: string, ...parts: ExamplePart[]): DraftContent => ({
  ...emptyDraft,
  title,
  media: '/media/one.png',
  studio: exampleDesign(...parts),
});
const base = content('Coats', ['text', 'text-0001', { text: 'Which coat?' }], ['poll', 'poll-0001']);

t.test('what only the draft or only the live story changed is in both; where both did, the draft counts', async (t) => {
  const live = content(
    'Winter coats',
    ['text', 'text-0001', { text: 'Which winter coat?', font_size: 32 }],
    ['poll', 'poll-0001'],
    ['rating', 'rate-0001'],
  );
  const draft = content('Coats', ['text', 'text-0001', { text: 'Pick a coat', text_color: '#ff0000' }]);
  const merged = mergedDraft(base, live, draft);
  t.equal(merged.title, 'Winter coats');
  const [words] = merged.studio!.textData;
  t.same([words?.text, words?.font_size, words?.text_color], ['Pick a coat', 32, '#ff0000']);
  t.same(
    merged.studio!.ratingData.map(({ id }) => id),
    ['rate-0001'],
  );
  t.same(merged.studio!.pollData, [], 'removed in the draft');
});

t.test('without changes of the live story it is the draft, without those of the draft the live story', async (t) => {
  const draft = content('New', ['text', 'text-0001', { text: 'Other' }], ['poll', 'poll-0001']);
  t.same(mergedDraft(base, base, draft), draft);
  t.same(mergedDraft(base, draft, base), draft);
});
