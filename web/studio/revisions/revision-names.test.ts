import t from 'tap';
import '#kernel/platform/say.ts';
import { emptyDraft, type Revision } from '#contracts/studio/draft-content.ts';
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
