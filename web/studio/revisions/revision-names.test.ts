import t from 'tap';
import '#kernel/platform/say.ts';
import { emptyDraft, type Revision } from '#contracts/studio/draft-content.ts';
import { publishedAt } from './published-at.ts';
import { revisionNames } from './revision-names.ts';

const made = (kind: Revision['kind'], version: number): Revision => ({
  kind,
  version,
  ts: 1_800_000_000 + version,
  actor: { type: 'user', id: 'nora', name: 'Nora' } as unknown as Revision['actor'],
  sentence: 'changed it',
  content: emptyDraft,
});
const namesOf = (all: readonly Revision[], isWhole = true) => [...revisionNames(all, isWhole).values()];

t.test('published designs are counted from the first one on, whatever the numbers of their events', async (t) => {
  t.same(namesOf([made('published', 2)]), ['First published']);
  t.same(namesOf([made('published', 17), made('draft', 4), made('published', 9), made('published', 2)]), [
    'Version 3',
    'Draft 4',
    'Version 2',
    'First published',
  ]);
  const newest = [made('published', 17), made('published', 9)];
  t.same(namesOf(newest, false), ['Published', 'Published'], 'while older ones are not there nobody knows the first');
});

t.test(
  'a draft began from the newest form that its group had by then, whatever else the group did since',
  async (t) => {
    const all = [
      made('published', 17),
      made('draft', 12),
      made('draft', 4),
      made('published', 9),
      made('published', 2),
    ];
    t.same(
      [undefined, 40, 17, 16, 12, 9, 8, 2, 1].map((version) => publishedAt(all, version)?.version),
      [17, 17, 17, 9, 9, 9, 2, 2, undefined],
    );
    t.equal(publishedAt(all.slice(0, 3), 16), undefined, 'it may be among older ones');
    t.equal(publishedAt([made('draft', 3)]), undefined);
  },
);
