import t from 'tap';
import { guessedLength, movedSpan, rulerTicks } from './spans.ts';

const length = 12_000;
const span = { start_time: 3000, end_time: 9000 };

t.test('the ends of a bar move in tenths of a second and never pass each other', async (t) => {
  t.same(movedSpan(span, 'start', 1234, length), { start_time: 4200, end_time: 9000 });
  t.same(movedSpan(span, 'start', 99_000, length), { start_time: 8900, end_time: 9000 });
  t.same(movedSpan(span, 'start', -99_000, length), { start_time: 0, end_time: 9000 });
  t.same(movedSpan(span, 'end', -99_000, length), { start_time: 3000, end_time: 3100 });
  t.same(movedSpan(span, 'end', 1000, length), { start_time: 3000, end_time: 10_000 });
  t.same(movedSpan(span, 'end', 3000, length), { start_time: 3000, end_time: null }, 'to the end');
  t.same(movedSpan({ start_time: 0, end_time: null }, 'end', -2000, length), { start_time: 0, end_time: 10_000 });
});

t.test('a whole bar keeps its length and stays in the story', async (t) => {
  t.same(movedSpan(span, 'whole', 1040, length), { start_time: 4000, end_time: 10_000 });
  t.same(movedSpan(span, 'whole', -9000, length), { start_time: 0, end_time: 6000 });
  t.same(movedSpan(span, 'whole', 9000, length), { start_time: 6000, end_time: null });
  const open = { start_time: 3000, end_time: null };
  t.equal(movedSpan(open, 'whole', 500, length), open, 'it goes to the end already');
  t.same(movedSpan(open, 'whole', -1000, length), { start_time: 2000, end_time: 11_000 });
});

t.test('a ruler names few seconds, and the end', async (t) => {
  t.same(rulerTicks(12_000), [0, 2, 4, 6, 8, 10, 12]);
  t.same(rulerTicks(7000), [0, 1, 2, 3, 4, 5, 6, 7]);
  t.same(rulerTicks(1000), [0, 0.5, 1]);
  t.same(rulerTicks(9300), [0, 2, 4, 6, 8, 9.3]);
  t.ok(rulerTicks(1_800_000).length <= 9);
  t.equal(guessedLength([]), 15_000);
  t.equal(guessedLength([{ start_time: 20_000, end_time: null }]), 21_000);
});
