import t from 'tap';
import type { SearchHit } from '#contracts/api/search.ts';
import { inKinds, type PageRight, pagesFor, paletteEntryOf } from './places.ts';
import { recentMost, withRecent } from './recent.ts';

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
