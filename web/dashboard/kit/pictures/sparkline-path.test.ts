import t from 'tap';
import { type SparklineInput, sparklineOf } from './sparkline-path.ts';

const of = (given: Partial<SparklineInput>) =>
  sparklineOf({ values: [], previous: [], running: false, width: 106, height: 48, ...given });

t.test('a curve begins on the first day that can have data, at its place among the days', async (t) => {
  const { line, area, dashed, last } = of({ values: [null, null, 0, 10, 20] });
  t.equal(line, 'M53.0 44.0L78.0 24.0L103.0 4.0');
  t.equal(area, `${line}L103 48L53.0 48Z`);
  t.equal(dashed, null);
  t.same(last, { x: 103, y: 4 });
});

t.test('days without data do not lower a curve that hardly varies', async (t) => {
  t.equal(of({ values: [null, 100, 100, 90] }).line, 'M36.3 14.0L69.7 14.0L103.0 34.0');
});

t.test('the way to a day that is not over is drawn apart, also where it is the second with data', async (t) => {
  t.match(of({ values: [1, 2, 3], running: true }), { line: 'M3.0 44.0L53.0 24.0', tail: 'M53.0 24.0L103.0 4.0' });
  t.match(of({ values: [null, 2, 3], running: true }), { line: null, tail: 'M53.0 44.0L103.0 4.0' });
});

t.test('one day is a dot and no curve; none is nothing', async (t) => {
  t.same(of({ values: [null, null, 7], running: true }), {
    area: null,
    line: null,
    tail: null,
    dashed: null,
    last: { x: 103, y: 24 },
  });
  t.same(of({ values: [null, null] }), { area: null, line: null, tail: null, dashed: null, last: null });
});
