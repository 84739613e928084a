import t from 'tap';
import { adminAccountFilter, adminUserFilter } from '#contracts/admin/admin.ts';
import {
  accountFilters,
  boundText,
  type FilterField,
  filterText,
  isSet,
  keysOf,
  readBound,
  userFilters,
  without,
} from './list-filters.ts';

const field = (source: string): FilterField => userFilters.find((one) => one.source === source)!;

t.test('every filter that the server takes has its field, and no field asks for another', async (t) => {
  const own = (fields: readonly FilterField[], rest: string[]) => [...fields.flatMap(keysOf), ...rest].sort();
  t.same(own(userFilters, ['id', 'q', 'account_id']), Object.keys(adminUserFilter.shape).sort());
  t.same(own(accountFilters, ['id', 'q']), Object.keys(adminAccountFilter.shape).sort());
});

t.test('every choice is a value that the server takes', async (t) => {
  for (const [fields, schema] of [
    [userFilters, adminUserFilter],
    [accountFilters, adminAccountFilter],
  ] as const)
    for (const one of fields)
      if (one.kind === 'choice')
        for (const { value } of one.choices)
          t.ok(schema.safeParse({ [one.source]: value }).success, `${one.source} ${value}`);
});

t.test('the bounds of days are the first and the last second of a UTC day', async (t) => {
  const days = field('ts_login');
  t.equal(readBound(days, '2026-11-01', 'gte'), 1_793_491_200);
  t.equal(readBound(days, '2026-11-01', 'lte'), 1_793_577_599);
  t.equal(boundText(days, 1_793_577_599), '2026-11-01');
  t.equal(readBound(days, '', 'gte'), undefined);
  t.equal(readBound(days, 'soon', 'gte'), undefined);
});

t.test('the bounds of counts are whole numbers', async (t) => {
  const count = field('total_apps');
  t.equal(readBound(count, '0', 'gte'), 0);
  t.equal(readBound(count, '12', 'lte'), 12);
  for (const wrong of ['', '-1', '1.5', '1e3', '9999999999']) t.equal(readBound(count, wrong, 'gte'), undefined, wrong);
});

t.test('a filter is told in words, and can be taken out alone', async (t) => {
  const filter = {
    q: 'x',
    state: 'pending',
    total_apps_gte: 2,
    total_stories_gte: 1,
    total_stories_lte: 9,
    email: 'a@',
  };
  t.equal(filterText(filter, field('state')), 'Pending');
  t.equal(filterText(filter, field('total_apps')), 'from 2');
  t.equal(filterText(filter, field('total_stories')), '1 to 9');
  t.equal(filterText({ ts_login_gte: 1_793_491_200, ts_login_lte: 1_793_577_599 }, field('ts_login')), '1 Nov 2026');
  t.equal(filterText({ total_apps_lte: 3 }, field('total_apps')), 'up to 3');
  t.equal(filterText(filter, field('email')), '“a@”');
  t.same(without(filter, field('total_stories')), { q: 'x', state: 'pending', total_apps_gte: 2, email: 'a@' });
  t.ok(isSet(filter, field('total_stories')) && !isSet(filter, field('country')));
});
