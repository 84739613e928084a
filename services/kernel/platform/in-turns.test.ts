import t from 'tap';
import { mapInTurns } from './in-turns.ts';

t.test('what waits is done between the turns of a long list', async (t) => {
  let others = 0;
  let atOnce = 0;
  const count = () => {
    others += 1;
    waiting = setImmediate(count);
  };
  let waiting = setImmediate(count);
  t.teardown(() => clearImmediate(waiting));
  const seen: number[] = [];
  const mapped = await mapInTurns(
    Array.from({ length: 25 }, (_, at) => at),
    (at) => {
      atOnce = seen[others] ?? 0;
      seen[others] = atOnce + 1;
      return at * 2;
    },
    { aTurn: 10 },
  );
  t.same(
    mapped,
    Array.from({ length: 25 }, (_, at) => at * 2),
  );
  t.ok(others >= 2);
  t.ok(Math.max(...seen.filter((many) => many > 0)) <= 10);
  t.same(await mapInTurns([], () => 1, { aTurn: 10 }), []);
});
