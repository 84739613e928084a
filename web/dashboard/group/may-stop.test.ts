import t from 'tap';
import { mayStop } from './may-stop.ts';

const group = { status: 1, target_cap: null, click_target_cap: null, ts_end: null, stories: [] };

t.test('a group is looked at again while the system may stop it or one of its stories', async (t) => {
  t.notOk(mayStop(group), 'nothing stops it');
  for (const limit of [{ target_cap: 5 }, { click_target_cap: 5 }, { ts_end: 9 }]) {
    t.ok(mayStop({ ...group, ...limit }), JSON.stringify(limit));
    t.notOk(mayStop({ ...group, ...limit, status: 2 }), 'it is not active');
  }
  const capped = { status: 1, target_cap: 5 };
  t.ok(mayStop({ ...group, stories: [{ status: 1, target_cap: null }, capped] }), 'a story has a cap of its own');
  t.notOk(mayStop({ ...group, stories: [{ ...capped, status: 2 }] }), 'a story that does not run');
  t.notOk(mayStop({ ...group, status: 2, stories: [capped] }), 'stories of a group that does not run');
});
