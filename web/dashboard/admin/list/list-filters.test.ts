import t from 'tap';
import { adminAccountFilter, adminUserFilter } from '#contracts/admin/admin.ts';
import { promoCodeFilter } from '#contracts/admin/promo-code.ts';
import { paymentStatus } from '#contracts/api/plans.ts';
import {
  accountFilters,
  boundDay,
  type FilterField,
  promoCodeFilters,
  readCount,
  readDay,
  userFilters,
} from './list-filters.ts';

t.test('every filter that the server takes has its field, and no field asks for another', async (t) => {
  const own = (fields: readonly FilterField[], rest: string[]) =>
    [...fields.map(({ source }) => source), ...rest].sort();
  t.same(own(userFilters, ['id', 'q', 'account_id']), Object.keys(adminUserFilter.shape).sort());
  t.same(own(accountFilters, ['id', 'q']), Object.keys(adminAccountFilter.shape).sort());
  t.same(own(promoCodeFilters, ['id', 'q']), Object.keys(promoCodeFilter.shape).sort());
});

t.test('every choice is a value that the server takes', async (t) => {
  for (const [fields, schema] of [
    [userFilters, adminUserFilter],
    [accountFilters, adminAccountFilter],
    [promoCodeFilters, promoCodeFilter],
  ] as const)
    for (const one of fields)
      if (one.kind === 'choice')
        for (const { value } of one.choices)
          t.ok(schema.safeParse({ [one.source]: value }).success, `${one.source} ${value}`);
});

t.test('the filter of plans offers every way in which an account can stand, each once', async (t) => {
  for (const fields of [accountFilters, userFilters]) {
    const found = fields.find(({ source }) => source === 'payment_status');
    const offered = found?.kind === 'choice' ? found.choices : [];
    t.same(offered.map(({ value }) => value).sort(), Object.values(paymentStatus).sort());
    t.equal(new Set(offered.map(({ label }) => label)).size, offered.length);
  }
});

t.test('the bounds of days are the first and the last second of a UTC day', async (t) => {
  t.equal(readDay('2026-11-01', 'first'), 1_793_491_200);
  t.equal(readDay('2026-11-01', 'last'), 1_793_577_599);
  t.equal(boundDay(1_793_577_599), '2026-11-01');
  t.equal(boundDay('2026-11-01'), '2026-11-01', 'what is written already');
  t.equal(boundDay(undefined), '');
  t.equal(readDay('', 'first'), '');
  t.equal(readDay('soon', 'first'), '');
});

t.test('the bounds of counts are whole numbers', async (t) => {
  t.equal(readCount('0'), 0);
  t.equal(readCount(12), 12);
  for (const wrong of ['', '-1', '1.5', '1e3', '9999999999', 1.5, -1]) t.equal(readCount(wrong), '', String(wrong));
});
