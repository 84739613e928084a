import t from 'tap';
import { createRandom, pick, type Random } from '#ops/testing/random.ts';
import { draftChanges } from './draft-changes.ts';
import { type DraftContent, emptyDraft } from './draft-content.ts';
import { type ExamplePart, exampleDesign } from './examples.ts';
import { flatten } from './flat.ts';
import { type ComponentKind, componentKinds } from './kinds.ts';
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
});

const texts = ['Camel', 'Navy', 'Sand', 'Moss'];
const some = (random: Random): boolean => random() < 0.5;

const randomPart = (random: Random, kind: ComponentKind, id: string): ExamplePart => {
  const options = texts.slice(0, 2 + Math.floor(random() * 3)).map((text) => ({ text: some(random) ? text : 'Same' }));
  return [
    kind,
    id,
    {
      position: { x: Math.floor(random() * 40), y: 10 },
      name: some(random) ? 'Named' : '',
      rotation: Math.floor(random() * 3),
      ...(kind === 'poll'
        ? { options: options.map((one) => ({ ...one, color: some(random) ? '#101010' : null })) }
        : {}),
      ...(kind === 'quiz' ? { options, correct: pick(random, ['A', 'B'] as const) } : {}),
      ...(kind === 'product_tag' ? { dot: some(random) ? { x: 1, y: 2 } : null } : {}),
    },
  ];
};

const ids = ['comp-0001', 'comp-0002', 'comp-0003', 'comp-0004', 'comp-0005'];

const randomContent = (random: Random): DraftContent => {
  const kinds = componentKinds.filter((kind) => kind !== 'cta');
  const parts = ids
    .filter((_, at) => at === 0 || random() < 0.7)
    .map((id) => randomPart(random, pick(random, kinds.slice(0, 4)), id));
  const design = {
    ...exampleDesign(...parts),
    background: some(random) ? '#202020' : null,
    duration_ms: some(random) ? 5000 : null,
  };
  const type = some(random) ? 1 : 2;
  return content(random() < 0.15 ? null : studio.parse(design), {
    title: pick(random, texts),
    type,
    media: type === 1 ? pick(random, ['a.png', 'b.png']) : 'c.mp4',
    thumbnail: some(random) ? 'd.jpg' : null,
    conditions: some(random) ? { rules: [], next: 'end' } : null,
  });
};

/** A content by its values, whatever the order in which its components of a list stand. */
const values = ({ studio: design, ...rest }: DraftContent): unknown => {
  if (!design) return { ...rest, design };
  const { duration_ms, background, medium } = design;
  const components = flatten(design).map(({ kind, component }) => [component.id, kind, component] as const);
  return { ...rest, duration_ms, background, medium, components: components.sort(([a], [b]) => (a < b ? -1 : 1)) };
};

t.test('what is published and what is left make the draft, however often a part is left out', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.comment(`SEED=${seed}`);
  const random = createRandom(seed);
  let parts = 0;
  for (let run = 0; run < Number(process.env.RUNS ?? 300); run += 1) {
    const draft = randomContent(random);
    let live = some(random) ? randomContent(random) : emptyDraft;
    const all = new Set(keysOf(live, draft));
    t.same(values(publishedPart(live, draft, all)), values(live), `all left out, run ${run}`);
    for (let left = [...all]; left.length > 0; ) {
      const leaveOut = left.filter(() => random() < 0.4);
      const part = publishedPart(live, draft, new Set(leaveOut));
      const rest = keysOf(part, draft);
      const published = new Set(left.filter((key) => !rest.includes(key)));
      if (rest.some((key) => !left.includes(key))) t.fail(`run ${run}: ${rest} is left of ${left} without ${leaveOut}`);
      if (leaveOut.some((key) => published.has(key))) t.fail(`run ${run}: ${leaveOut} was published`);
      parts += 1;
      live = part;
      left = rest;
    }
    t.same(values(publishedPart(live, draft, new Set())), values(draft), `run ${run}`);
    if (keysOf(live, draft).length > 0) t.fail(`run ${run}: something is left`);
  }
  t.ok(parts > 300, `${parts} parts`);
});
