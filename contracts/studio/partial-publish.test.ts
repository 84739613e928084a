import t from 'tap';
import { publishInParts } from '#ops/testing/publishing.ts';
import { draftChanges } from './draft-changes.ts';
import { type DraftContent, emptyDraft } from './draft-content.ts';
import { exampleDesign } from './examples.ts';
import { publishedPart } from './partial-publish.ts';
import type { Studio } from './shape.ts';
import { studio } from './studio.ts';

const keysOf = (before: DraftContent, after: DraftContent): string[] =>
  draftChanges(before, after, (id) => id).map(({ key }) => key);
const content = (design: Studio | null, more: Partial<DraftContent> = {}): DraftContent => ({
  ...emptyDraft,
  title: 'Coats',
  media: 'a.png',
  studio: design,
  ...more,
});

t.test('what is left out stays as it was published', async (t) => {
  const before = content(exampleDesign(['poll', 'poll-0001'], ['text', 'text-0001']));
  const after = content(
    exampleDesign(['poll', 'poll-0001', { question: 'Which one?', position: { x: 1, y: 2 } }], ['cta', 'cta-00001']),
    { title: 'Parkas', conditions: { rules: [], next: 'end' } },
  );
  t.same(keysOf(before, after), [
    'story.title',
    'cta-00001',
    'poll-0001.position',
    'poll-0001.question',
    'text-0001',
    'conditions',
  ]);
  const part = publishedPart(before, after, new Set(['story.title', 'cta-00001', 'poll-0001.question', 'text-0001']));
  t.same(keysOf(before, part), ['poll-0001.position', 'conditions']);
  t.same(keysOf(part, after), ['story.title', 'cta-00001', 'poll-0001.question', 'text-0001']);
  const ruled = (rule: object) => ({ ...after, conditions: { rules: [rule], next: null } }) as DraftContent;
  const [sent, stored] = [
    ruled({ component_id: 'poll-0001', values: ['A'], to: 'end' }),
    ruled({ to: 'end', values: ['A'], component_id: 'poll-0001' }),
  ];
  t.same(keysOf(sent, stored), [], 'fields come back in another order');
});

t.test('type, media and poster go together, and so do options of another number', async (t) => {
  const options = (...texts: string[]) => ({ options: texts.map((text) => ({ text })) });
  const before = content(exampleDesign(['poll', 'poll-0001', options('A', 'B')]));
  const after = content(exampleDesign(['poll', 'poll-0001', options('A', 'Other', 'C', 'D')]), {
    type: 2,
    media: 'b.mp4',
    thumbnail: 'b.jpg',
  });
  const part = publishedPart(before, after, new Set(['story.media', 'poll-0001.options.C']));
  t.same(keysOf(before, part), []);
  const swapped = content(exampleDesign(['text', 'poll-0001']));
  t.same(publishedPart(before, swapped, new Set(['poll-0001'])), before, 'another kind under the same id');
});

t.test('a design does not begin or end without its components', async (t) => {
  const [none, some] = [content(null), content(exampleDesign(['text', 'text-0001']))];
  t.same(publishedPart(none, some, new Set(['text-0001'])), none);
  t.same(publishedPart(some, none, new Set(['text-0001'])), some);
  const dark = content(studio.parse({ version: 1, background: '#101010' }));
  t.same(publishedPart(none, dark, new Set(['story.title'])), dark);
  t.same(keysOf(none, dark), ['design.backdrop']);
  t.same(publishedPart(none, dark, new Set(['design.backdrop'])), none);
  t.same(publishedPart(dark, none, new Set(['design.backdrop'])), dark);
  const both = content({ ...some.studio!, background: '#101010' });
  t.same(publishedPart(none, both, new Set(['text-0001'])), dark);
  t.same(publishedPart(none, both, new Set(['design.backdrop'])), some);
  t.same(publishedPart(both, none, new Set(['text-0001'])), some);
});

t.test('what is published and what is left make the draft, however often a part is left out', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.comment(`SEED=${seed}`);
  const parts = publishInParts(300, seed);
  t.ok(parts > 300, `${parts} parts`);
});
