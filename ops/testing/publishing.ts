import { isDeepStrictEqual } from 'node:util';
import { draftChanges } from '#contracts/studio/draft-changes.ts';
import { type DraftContent, emptyDraft } from '#contracts/studio/draft-content.ts';
import { type ExamplePart, exampleDesign } from '#contracts/studio/examples.ts';
import { flatten } from '#contracts/studio/flat.ts';
import { type ComponentKind, componentKinds } from '#contracts/studio/kinds.ts';
import { publishedPart } from '#contracts/studio/partial-publish.ts';
import { studio } from '#contracts/studio/studio.ts';
import { createRandom, pick, type Random } from './random.ts';

const keysOf = (before: DraftContent, after: DraftContent): string[] =>
  draftChanges(before, after, (id) => id).map(({ key }) => key);

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
  return {
    ...emptyDraft,
    studio: random() < 0.15 ? null : studio.parse(design),
    title: pick(random, texts),
    type,
    media: type === 1 ? pick(random, ['a.png', 'b.png']) : 'c.mp4',
    thumbnail: some(random) ? 'd.jpg' : null,
    conditions: some(random) ? { rules: [], next: 'end' } : null,
  };
};

/** A content by its values, whatever the order in which its components of a list stand. */
const values = ({ studio: design, ...rest }: DraftContent): unknown => {
  if (!design) return { ...rest, design };
  const { duration_ms, background, medium } = design;
  const components = flatten(design).map(({ kind, component }) => [component.id, kind, component] as const);
  return { ...rest, duration_ms, background, medium, components: components.sort(([a], [b]) => (a < b ? -1 : 1)) };
};

/**
 * Publishes so many random drafts in random parts, until nothing is left of each: what was left out is left and nothing else,
 * and what was published is the draft in the end. Answers how many parts were published; throws what is not so, with the run.
 */
export const publishInParts = (runs: number, seed: number): number => {
  const random = createRandom(seed);
  let parts = 0;
  for (let run = 0; run < runs; run += 1) {
    const must = (is: boolean, words: string): void => {
      if (!is) throw new Error(`seed ${seed}, run ${run}: ${words}`);
    };
    const draft = randomContent(random);
    let live = some(random) ? randomContent(random) : emptyDraft;
    const all = keysOf(live, draft);
    const none = publishedPart(live, draft, new Set(all));
    must(isDeepStrictEqual(values(none), values({ ...live, ignored: draft.ignored })), 'all is left out');
    for (let left = all; left.length > 0; parts += 1) {
      const leaveOut = left.filter(() => random() < 0.4);
      live = publishedPart(live, draft, new Set(leaveOut));
      const rest = new Set(keysOf(live, draft));
      must(
        [...rest].every((key) => left.includes(key)),
        `${[...rest]} is left of ${left} without ${leaveOut}`,
      );
      must(
        leaveOut.every((key) => rest.has(key)),
        `of ${leaveOut} only ${[...rest]} is left`,
      );
      left = [...rest];
    }
    must(isDeepStrictEqual(values(publishedPart(live, draft, new Set())), values(draft)), 'the draft is published');
  }
  return parts;
};
