import t from 'tap';
import { diffLines, foldSame, jsonLines } from './state-diff.ts';

const told = (before: unknown, after: unknown): string[] =>
  diffLines(jsonLines(before), jsonLines(after))
    .filter((line) => line.kind !== 'same')
    .map((line) => `${line.kind === 'old' ? '-' : '+'}${line.number} ${line.text.trim()}`);

t.test('a changed value is its line before and its line after', async (t) => {
  t.same(told({ status: 1, title: 'Autumn' }, { title: 'Autumn', status: 2 }), ['-2 "status": 1,', '+2 "status": 2,']);
  t.same(told({ a: 1 }, { a: 1 }), []);
  t.same(told(null, { a: 1 }), ['-1 null', '+1 {', '+2 "a": 1', '+3 }']);
});

t.test('what is added to a list or taken out leaves the rest alone', async (t) => {
  t.same(told(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd']), ['-3 "b",', '+3 "x",']);
  t.same(told(['a', 'b', 'c'], ['a', 'c']), ['-3 "b",']);
  t.same(told({ stories: [{ id: 1 }] }, { stories: [{ id: 1 }, { id: 2 }] }), ['+5 },', '+6 {', '+7 "id": 2']);
});

t.test('the lines of the second text, and those only in the first, are all there, in order', async (t) => {
  const before = Array.from({ length: 300 }, (_, at) => `line ${at}`);
  const after = before.filter((_, at) => at % 7 !== 0).flatMap((line, at) => (at % 11 === 0 ? [line, 'new'] : [line]));
  const lines = diffLines(before, after);
  t.same(
    lines.filter((line) => line.kind !== 'old').map((line) => line.text),
    after,
  );
  t.same(
    lines.filter((line) => line.kind !== 'new').map((line) => line.text),
    before,
  );
});

t.test('texts that differ in thousands of lines are told in a bounded time', async (t) => {
  const lines = diffLines(
    Array.from({ length: 5000 }, (_, at) => `a${at}`),
    Array.from({ length: 5000 }, (_, at) => `b${at}`),
  );
  t.equal(lines.length, 10_000);
});

t.test('what is far from a change is folded', async (t) => {
  const before = Array.from({ length: 20 }, (_, at) => `line ${at}`);
  const after = before.with(10, 'other');
  const shown = foldSame(diffLines(before, after));
  t.same(shown[0], { kind: 'fold', lines: 7, from: 1 });
  t.same(shown.at(-1), { kind: 'fold', lines: 6, from: 15 });
  t.equal(shown.length, 2 + 3 + 2 + 3);
});
