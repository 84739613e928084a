import t from 'tap';
import { createKeyedSemaphore } from './keyed-semaphore.ts';

const world = (given: Parameters<typeof createKeyedSemaphore>[0]) => {
  const slots = createKeyedSemaphore(given);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (owner: string, name: string, signal: AbortSignal | null = null) =>
    slots(owner, signal, () => {
      begun.push(name);
      return new Promise<void>((done) => ends.set(name, done));
    });
  const end = async (name: string) => {
    ends.get(name)!();
    await new Promise(setImmediate);
  };
  return { begun, start, end };
};

t.test('one owner never has all places, and owners take turns', async (t) => {
  const { begun, start, end } = world({ max: 3, maxPerKey: 2 });
  const all = [
    ...['a1', 'a2', 'a3', 'a4'].map((name) => start('a', name)),
    ...['b1', 'b2', 'b3'].map((name) => start('b', name)),
    start('c', 'c1'),
  ];
  t.same(begun, ['a1', 'a2', 'b1']);
  await end('a1');
  t.same(begun.slice(3), ['a3'], 'each is served in turn');
  await end('a2');
  t.same(begun.slice(4), ['b2']);
  await end('b1');
  t.same(begun.slice(5), ['c1'], 'and nobody twice before the last one once');
  for (const name of ['a3', 'b2', 'c1', 'a4', 'b3']) await end(name);
  await Promise.all(all);
  t.equal(begun.length, 8);
});

t.test('whoever has too many waiting is told to come again; others are not', async (t) => {
  const { begun, start, end } = world({ max: 1, maxQueuedPerKey: 2 });
  const going = ['a1', 'a2', 'a3'].map((name) => start('a', name));
  await t.rejects(start('a', 'a4'), { code: 'Unavailable' });
  going.push(start('b', 'b1'));
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
  await Promise.all(going);
  t.same(begun, ['a1', 'a2', 'b1', 'a3']);
});

t.test('work whose signal ended while it waited is not begun, and its place goes on', async (t) => {
  const { begun, start, end } = world({ max: 1 });
  const gone = new AbortController();
  const first = start('a', 'a1');
  const second = start('a', 'a2', gone.signal);
  const third = start('a', 'a3');
  gone.abort();
  const refused = t.rejects(second);
  await end('a1');
  await refused;
  await new Promise(setImmediate);
  await end('a3');
  await Promise.all([first, third]);
  t.same(begun, ['a1', 'a3']);
});
