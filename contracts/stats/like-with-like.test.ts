import fc from 'fast-check';
import t from 'tap';
import { changeOf, compareSpans, equalSpans, hasData } from './like-with-like.ts';

const dayMs = 86_400_000;
const day = (at: number): string => new Date(Date.UTC(2026, 9, 1) + at * dayMs).toISOString().slice(0, 10);

/** An app by day: on `first` it began to count; null is a day on which nothing happened, before `first` all are. */
const dataSet = fc.record({
  length: fc.integer({ min: 1, max: 31 }),
  start: fc.integer({ min: 31, max: 60 }),
  today: fc.integer({ min: 31, max: 95 }),
  first: fc.option(fc.integer({ min: 0, max: 70 }), { nil: null }),
  counts: fc.array(fc.option(fc.integer({ min: 1, max: 500 }), { nil: null, freq: 2 }), {
    minLength: 100,
    maxLength: 100,
  }),
});

t.test('a change equals its definition on 200 data sets with gaps, first days and unfinished days', async (t) => {
  const met = { dash: 0, unfinished: 0, gap: 0, change: 0 };
  fc.assert(
    fc.property(dataSet, ({ length, start, today, first, counts }) => {
      const held = (at: number): number | null =>
        first === null || at < first || at > today ? null : at === first ? (counts[at] ?? 1) : counts[at]!;
      const firstDay = first === null || first > today ? null : day(first);
      const days = Array.from({ length }, (_, at) => day(start + at));
      const previous = Array.from({ length }, (_, at) => day(start - length + at));
      const figures = new Map(counts.map((_, at) => [day(at), held(at)]));

      const spans = equalSpans(days, previous, day(today));
      const found = compareSpans(spans, firstDay, (side) =>
        spans[side].reduce((sum, one) => sum + (figures.get(one) ?? 0), 0),
      );
      const change = changeOf(found.now, found.before);

      // The definition, day by day and by number: pairs of a day that is over and the one a range's length earlier.
      let [now, before, pairs, unknown] = [0, 0, 0, false];
      for (let at = start; at < start + length; at++) {
        if (at >= today) {
          met.unfinished++;
          continue;
        }
        pairs++;
        now += held(at) ?? 0;
        before += held(at - length) ?? 0;
        if (first === null || at - length < first) unknown = true;
        else if (held(at - length) === null) met.gap++;
      }
      t.equal(found.days, pairs);
      t.equal(spans.now.length, spans.before.length);
      t.equal(found.now, now);
      if (pairs === 0 || unknown) {
        met.dash++;
        t.equal(change, null);
        return;
      }
      met.change++;
      t.equal(found.before, before);
      const percent = before === 0 ? (now === 0 ? 0 : null) : (100 * (now - before)) / before;
      if (percent === null) t.same(change, { percent: null, direction: 'up' });
      else {
        t.ok(Math.abs(change!.percent! - percent) < 1e-9);
        t.equal(change!.direction, Math.abs(change!.percent!) < 2 ? 'neutral' : percent > 0 ? 'up' : 'down');
      }
    }),
    { numRuns: 200, seed: 20_261_122 },
  );
  for (const [kind, times] of Object.entries(met)) t.ok(times > 10, `${kind}: ${times} times`);
});

t.test('days before the first with data have none, later ones do, whatever happened on them', async (t) => {
  t.notOk(hasData('2026-10-22', '2026-10-23'));
  t.ok(hasData('2026-10-23', '2026-10-23'));
  t.ok(hasData('2026-11-01', '2026-10-23'));
  t.notOk(hasData('2026-11-01', null));
});
