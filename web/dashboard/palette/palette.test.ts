import t from 'tap';
import type { SearchHit } from '#contracts/api/search.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import type { FoundGroup } from './acts.ts';
import { actsOn, groupsAmong, groupVerbs, verbsIn } from './group-verbs.ts';
import { inKinds, type PageRight, pagesFor, paletteEntryOf } from './places.ts';
import { recentMost, withRecent } from './recent.ts';
import { asOfNow } from './recent-places.ts';
import { appVisit, pageVisit } from './visits.ts';

const hit = (more: Partial<SearchHit>): SearchHit => ({
  type: 'app',
  id: 'i',
  title: 'Marlow',
  picture: null,
  status: null,
  app_id: 'a',
  app_title: 'Marlow',
  instance_id: null,
  instance_title: null,
  story_group_id: null,
  story_group_title: null,
  ...more,
});

t.test('every hit leads to its page, and says where it lies', async (t) => {
  t.match(paletteEntryOf(hit({ id: 'a' })), { key: 'app:a', address: '/content?app=a' });
  t.match(paletteEntryOf(hit({ type: 'instance', id: 'i' })), { address: '/content?app=a&instance=i', note: 'Marlow' });
  t.match(paletteEntryOf(hit({ type: 'story_group', id: 'g', instance_title: 'Default', status: 1 })), {
    address: '/stories/g',
    note: 'Marlow, Default',
    status: 1,
  });
  t.match(paletteEntryOf(hit({ type: 'story', id: 's', story_group_id: 'g', story_group_title: 'Autumn' })), {
    address: '/stories/g?edit=s',
    note: 'Autumn, Marlow',
  });
});

t.test(
  'pages are found by a word of their name or by another word for it, and only where they may be opened',
  async (t) => {
    const pages: PageRight[] = [
      { title: 'App Settings', note: '', address: '/settings/apps', words: 'tokens', allowed: true },
      { title: 'Activity', note: '', address: '/activity', words: 'audit', allowed: false },
    ];
    const found = (text: string) => pagesFor(pages, text).map((one) => one.title);
    t.same(found(''), ['App Settings']);
    t.same(found('SETT'), ['App Settings']);
    t.same(found(' tok '), ['App Settings']);
    t.same(found('ettings'), []);
    t.same(found('activity'), []);
    t.same(found('settings app'), ['App Settings'], 'in any order');
    t.same(found('settings web'), [], 'each word counts');
  },
);

t.test('entries stand by kind: pages, apps, instances, groups, stories', async (t) => {
  const places = (['story', 'app', 'story_group', 'instance'] as const).map((type) =>
    paletteEntryOf(hit({ type, id: type })),
  );
  t.same(
    inKinds(places).map((one) => [one.name, one.places.length]),
    [
      ['Apps', 1],
      ['Instances', 1],
      ['Story groups', 1],
      ['Stories', 1],
    ],
  );
});

t.test('the last places come first, each once, and not too many', async (t) => {
  const place = (id: string) => paletteEntryOf(hit({ id }));
  let list = [place('1')];
  for (const id of ['2', '3', '1', '4', '5', '6', '7']) list = withRecent(list, place(id));
  t.equal(list.length, recentMost);
  t.same(
    list.map((one) => one.key),
    ['7', '6', '5', '4', '1', '3'].map((id) => `app:${id}`),
  );
});

const group = (more: Partial<FoundGroup> = {}): FoundGroup => ({
  id: 'g',
  title: 'Run Club',
  status: groupStatus.active,
  app_id: 'a',
  instance_id: 'i',
  note: 'Marlow, Default',
  ...more,
});
const everything = { publish: true, edit: true, look: true };

t.test('a text asks for a verb by its first word, and the rest names the group', async (t) => {
  const asked = (text: string) => {
    const found = verbsIn(text);
    return found && [...found.verbs.map(({ name }) => name), found.rest];
  };
  t.same(asked('inactivate Run Club'), ['inactivate', 'run club']);
  t.same(asked(' Pause '), ['inactivate', '']);
  t.same(asked('publish x'), ['activate', 'x']);
  t.same(asked('ana'), ['analytics', '']);
  t.same(asked('upload'), ['add', '']);
  for (const text of ['', 'an', 'run pause', 'dark']) t.equal(asked(text), null, text);
});

t.test('acts on a group are those of its status and of the person’s rights', async (t) => {
  const names = (status: number, rights: Partial<typeof everything> = {}) =>
    actsOn(group({ status }), { ...everything, ...rights }, groupVerbs).map(({ title }) => title);
  const pages = ['See Run Club as it was…', 'See analytics for Run Club', 'Edit Run Club', 'Add stories to Run Club'];
  t.same(names(groupStatus.active), ['Inactivate Run Club', ...pages]);
  for (const status of [groupStatus.inactive, groupStatus.ended, groupStatus.test])
    t.same(names(status), ['Activate Run Club', ...pages]);
  t.same(names(groupStatus.passive), ['Approve Run Club', ...pages]);
  t.same(names(groupStatus.active, { publish: false }), pages, 'a creator on his own group');
  t.same(names(groupStatus.active, { publish: false, edit: false, look: false }), [], 'a creator on that of another');
  t.match(actsOn(group(), everything, groupVerbs), [
    { key: 'inactivate:g', note: 'Marlow, Default', does: { group: { id: 'g' }, status: groupStatus.inactive } },
    { does: { address: '/stories/g?tab=history' } },
    { does: { address: '/stories/g?tab=analytics' } },
    { does: { address: '/stories/g?edit=details' } },
    { does: { address: '/stories/g?create=1' } },
  ]);
  const hits = [hit({}), hit({ type: 'story_group', id: 'g', status: 1, instance_id: 'i', instance_title: 'Default' })];
  t.match(groupsAmong(hits), [{ id: 'g', instance_id: 'i', note: 'Marlow, Default' }]);
});

t.test('recent places are called as they are now; what is not open any more is left out', async (t) => {
  const pages = pagesFor([{ title: 'Home', note: 'Reach', address: '/home', allowed: true }], '');
  const instances = [
    { id: 'i', title: 'Default', story_groups: [{ id: 'g', title: 'New name', icon: 'new', status: 2 }] },
  ];
  const apps = [{ id: 'a', title: 'Marlow', icon: null, instances }] as unknown as AppRow[];
  const places = [
    pageVisit('/home'),
    pageVisit('/admin'),
    appVisit('a'),
    appVisit('gone'),
    paletteEntryOf(hit({ type: 'story_group', id: 'g', title: 'Old name', status: 1 })),
    paletteEntryOf(hit({ type: 'story_group', id: 'made-since', title: 'Made since', status: 1 })),
  ].filter((place) => place !== null);
  t.match(asOfNow(places, pages, apps), [
    { title: 'Home', note: 'Reach' },
    { title: 'Marlow', note: 'Open content' },
    { title: 'New name', picture: 'new', status: 2 },
    { title: 'Made since', status: 1 },
  ]);
  for (const path of ['/', '/stories/g', '/story/add', '/apps', '/user', '/settings'])
    t.equal(pageVisit(path), null, path);
  t.equal(pageVisit('/settings/apps')?.key, 'page:/settings/apps');
  t.equal(pageVisit('/analytics/live')?.key, 'page:/analytics/live', 'a page below one of groups');
});
