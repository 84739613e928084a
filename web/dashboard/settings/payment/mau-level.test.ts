import t from 'tap';
import { money, price } from '#contracts/subscription/money.ts';
import { discounted } from './discounted.ts';
import { countedUntil, mauForecast, mauLevel, meterNote, runningPeriod } from './mau-level.ts';

const at = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;

t.test('the color of the meter changes at 80 and 95%, and above the limit', async (t) => {
  const levels = [0, 79_999, 80_000, 94_999, 95_000, 100_000, 100_001].map((mau) => mauLevel(mau, 100_000));
  t.same(levels, ['fine', 'fine', 'near', 'near', 'full', 'full', 'over']);
});

t.test('the forecast goes straight on, says nothing in the first day and ends with the period', async (t) => {
  const period = { from: at('2026-11-12'), to: at('2026-12-12') };
  t.equal(mauForecast(412_904, { ...period, now: at('2026-11-20') }), 1_548_390);
  t.equal(mauForecast(500, { ...period, now: at('2026-11-13') - 1 }), null);
  t.equal(mauForecast(500, { ...period, now: period.to }), null);
  t.equal(mauForecast(0, { ...period, now: at('2026-11-20') }), null);
});

t.test(
  'viewers of a new account are counted since it was made, and a forecast is explained where there is one',
  async (t) => {
    const row = { mau: 500, current_period_start: at('2026-11-01') };
    const created = at('2026-11-20') + 50_000;
    const first = runningPeriod(row, null, created, at('2026-11-20') + 60_000);
    t.same(first, { since: at('2026-11-20'), to: at('2026-12-01'), forecast: null });
    t.equal(meterNote(first.since, first.forecast, null), 'Exact count since 20 Nov 2026, all apps.');
    const later = runningPeriod(row, null, created, at('2026-11-25'));
    t.equal(later.forecast, 1100, 'as fast as since it was made');
    t.equal(
      meterNote(later.since, later.forecast, 15),
      'Exact count since 20 Nov 2026, all apps. The forecast is a straight line. Above the limit: $15 per 1,000.',
    );
    t.equal(runningPeriod(row, null, at('2026-01-05'), at('2026-11-25')).since, at('2026-11-01'));
  },
);

t.test(
  'viewers are counted by the month, from the day on which the plan began, also where a year is paid',
  async (t) => {
    const plan = (interval: 'month' | 'year') => ({
      ...{ id: 'deal' as const, nickname: 'Deal', amount: 7900, mau_limit: 100_000, mau_exceed_price: null },
      interval,
    });
    const paid = (interval: 'month' | 'year', from: string, to: string) => ({
      ...{ plan: plan(interval), current_period_start: at(from), current_period_end: at(to) },
      ...{ cancel_at: null, downgrade: null, kept_until: null, discount: null },
    });
    const year = paid('year', '2026-01-15', '2027-01-15');
    t.equal(countedUntil(at('2026-02-15'), year, at('2026-02-20')), at('2026-03-15'));
    t.equal(countedUntil(at('2026-02-15'), year, at('2026-03-05')), at('2026-03-15'));
    const month = paid('month', '2026-02-28', '2026-03-31');
    t.equal(countedUntil(at('2026-02-28'), month, at('2026-03-05')), at('2026-03-31'));
    t.equal(countedUntil(at('2026-12-01'), null, at('2026-12-31')), at('2027-01-01'));
  },
);

t.test('amounts are dollars with cents, prices without where there are none', async (t) => {
  t.same([money(120_900), money(-51_260), price(34_900), price(79_920)], ['$1,209.00', '−$512.60', '$349', '$799.20']);
  t.same(
    [
      discounted(99_900, { amount_off: null, percent_off: 20 }),
      discounted(34_900, { amount_off: 50_000, percent_off: null }),
    ],
    [79_920, 0],
  );
});
