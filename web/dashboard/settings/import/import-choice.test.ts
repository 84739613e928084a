import t from 'tap';
import type { AppRow } from '#contracts/app/rows.ts';
import { likelySource, placesOf, storiesTooMany } from './import-choice.ts';
import { syncWords } from './sync-words.ts';

const app = (id: string, groups: Record<string, number>): AppRow =>
  ({
    id,
    title: `App ${id}`,
    total_story_count: 4,
    instances: Object.entries(groups).map(([title, count]) => ({
      id: `${id}-${title}`,
      title,
      story_groups: Array.from({ length: count }, () => ({})),
    })),
  }) as unknown as AppRow;

t.test('what is offered first is another instance that has groups', async (t) => {
  const apps = [app('a', { Default: 3, Beta: 0 }), app('b', { Default: 0, Beta: 2 })];
  const [first, second] = placesOf(apps);
  t.same(first, { app_id: 'a', instance_id: 'a-Default', label: 'App a, Default' });
  t.equal(likelySource(apps, second!)?.instance_id, 'a-Default');
  t.equal(likelySource(apps, first!)?.instance_id, 'b-Beta');
  t.equal(
    likelySource([app('c', { Default: 1, Beta: 0 })], placesOf([app('c', { Default: 1 })])[0]!)?.instance_id,
    'c-Beta',
  );
  t.equal(likelySource([app('c', { Default: 1 })], placesOf([app('c', { Default: 1 })])[0]!), null);
});

t.test('stories beyond the plan are counted, none where it has no limit', async (t) => {
  const account = (story_limit: number) => ({ features: { story_limit }, manual_features: {} });
  const groups = [{ story_count: 4 }, { story_count: 3 }];
  t.equal(storiesTooMany(account(10), app('a', {}), groups), 1);
  t.equal(storiesTooMany(account(11), app('a', {}), groups), 0);
  t.equal(storiesTooMany(account(-1), app('a', {}), groups), 0);
  t.equal(storiesTooMany({ ...account(10), manual_features: { story_limit: 100 } }, app('a', {}), groups), 0);
});

t.test('a sync says how many were updated and which could not be read', async (t) => {
  const titleOf = (id: string) => `App ${id}`;
  const no = (id: string) => ({ id, code: 'AppNotInStore', message: 'Not there.' });
  t.equal(syncWords({ changed: [], refused: [] }, titleOf), 'Everything is up to date.');
  t.equal(syncWords({ changed: ['a'], refused: [] }, titleOf), '1 app updated.');
  t.equal(
    syncWords({ changed: ['a', 'b'], refused: [no('c')] }, titleOf),
    "2 apps updated. Couldn't refresh App c. Not there.",
  );
  t.equal(
    syncWords({ changed: [], refused: ['a', 'b', 'c', 'd', 'e'].map(no) }, titleOf),
    "Couldn't refresh App a, App b, App c and 2 more. Not there.",
  );
});
