import fc from 'fast-check';
import t from 'tap';
import { nextLines } from './next-lines.ts';

const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

t.test('lines in sight come first, from the middle outwards, as many at once as are allowed', async (t) => {
  const wanted = { lines: span(10, 20), first: 13, last: 17 };
  t.same(nextLines([], wanted, 1), span(13, 17), 'a page that opens shows what is in sight');
  t.same(nextLines([0], wanted, 1), [15]);
  t.same(nextLines([15], wanted, 2), [14, 15, 16]);
  t.same(nextLines(span(13, 17), wanted, 2), [12, 13, 14, 15, 16, 17, 18]);
});

t.test('lines that are not wanted go, the farthest first, twice as many as come', async (t) => {
  const wanted = { lines: span(10, 12), first: 10, last: 12 };
  t.same(nextLines([0, 1, 2, 11], wanted, 1), [2, 10, 11]);
  t.same(nextLines([2, 10, 11, 12], wanted, 1), [10, 11, 12]);
});

t.test(
  'whatever was drawn, all wanted lines and no others are drawn in the end, never more than before or than wanted',
  async () => {
    const some = fc.array(fc.nat(60), { maxLength: 14 }).map((lines) => [...new Set(lines)].sort((a, b) => a - b));
    fc.assert(
      fc.property(some, fc.nat(50), fc.nat(8), fc.integer({ min: 1, max: 4 }), (before, from, size, most) => {
        const wanted = { lines: span(from, from + size), first: from, last: from + size };
        const bound = Math.max(before.length, wanted.lines.length) + most;
        let drawn: readonly number[] = before;
        for (let step = 0; step < 40; step += 1) {
          const next = nextLines(drawn, wanted, most);
          if (next === drawn) break;
          const come = next.filter((line) => !drawn.includes(line));
          if (drawn.length > 0 && (come.length > most || next.length > bound)) return false;
          drawn = next;
        }
        return drawn.join() === wanted.lines.join();
      }),
    );
  },
);
