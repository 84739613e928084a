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

t.test('image or video and poster are those of the draft once it changed one of them', async (t) => {
  const video: Partial<DraftContent> = { type: 2, media: '/media/live.mp4', thumbnail: '/media/live.jpg' };
  const draft = { ...base, media: '/media/other.png' };
  for (const live of [
    { ...base, ...video, title: 'Winter coats' },
    { ...base, title: 'Winter coats', thumbnail: '/media/poster.jpg' },
  ])
    t.same(mergedDraft(base, live, draft), { ...draft, title: 'Winter coats' });
  t.same(mergedDraft(base, { ...base, ...video }, { ...base, title: 'Parkas' }), {
    ...base,
    ...video,
    title: 'Parkas',
  });
});

t.test('a component that was removed live stays with what the draft changed of it', async (t) => {
  const live = content('Coats', ['poll', 'poll-0001']);
  const draft = content('Coats', ['text', 'text-0001', { text: 'Pick a coat' }], ['poll', 'poll-0001']);
  t.equal(mergedDraft(base, live, draft).studio!.textData[0]?.text, 'Pick a coat');
  t.same(mergedDraft(base, live, { ...base, title: 'Parkas' }).studio!.textData, [], 'the draft left it as it was');
});

t.test('options of another number are those of the draft once it changed one, with the right answer', async (t) => {
  const quiz = (correct: string, ...texts: string[]) =>
    content('Coats', ['quiz', 'quiz-0001', { correct, options: texts.map((text) => ({ text })) }]);
  const asked = quiz('A', 'Red', 'Blue', 'Green');
  for (const [live, draft] of [
    [quiz('A', 'Red', 'Blue', 'Green', 'Black'), quiz('A', 'Pink', 'Blue', 'Green')],
    [quiz('A', 'Rust', 'Blue', 'Green'), quiz('A', 'Red', 'Blue', 'Green', 'Black')],
    [quiz('C', 'Red', 'Blue', 'Green'), quiz('A', 'Red', 'Blue')],
    [quiz('A', 'Red', 'Blue'), quiz('C', 'Red', 'Blue', 'Green')],
  ] as const)
    t.same(mergedDraft(asked, live, draft), draft);
  t.same(
    mergedDraft(asked, quiz('A', 'Rust', 'Blue', 'Green'), quiz('A', 'Red', 'Navy', 'Green')),
    quiz('A', 'Rust', 'Navy', 'Green'),
    'of one number they change one by one',
  );
});
