import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { Refusal } from '#contracts/api/errors.ts';
import { changesOf, sentenceOf } from '#contracts/audit/describe.ts';
import { singleMove } from '#contracts/instance-order/moves.ts';
import { foldOrder, type InstanceOrder, type OrderChange } from '#contracts/instance-order/state.ts';
import { say } from '#kernel/platform/say.ts';
import { decideOrder, type OrderCommand } from './decide.ts';
import { longestIncreasing } from './longest-increasing.ts';

const instance_id = '0190a000-0000-7000-8000-000000000001';
const none = { uploading: new Set<string>() };
const sort = (order: string[], moved?: string): OrderCommand => ({ type: 'SortGroups', instance_id, order, moved });
const pin = (id: string): OrderCommand => ({ type: 'TogglePin', instance_id, id });
const state: InstanceOrder = { pinned: ['p', 'q'], unpinned: ['a', 'b', 'c', 'd'] };
const fold = (from: InstanceOrder, command: OrderCommand) => foldOrder(from, decideOrder(command, from, none));
const refused = (command: OrderCommand, facts = none): string => {
  try {
    decideOrder(command, state, facts);
    return '';
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
};

t.test('a posted order becomes the fewest moves', async (t) => {
  t.same(decideOrder(sort(['p', 'q', 'd', 'a', 'b', 'c']), state, none), [
    { type: 'StoryGroupMoved', data: { instance_id, id: 'd', after: null, from: 6, to: 3 } },
  ]);
  t.same(decideOrder(sort(['q', 'p', 'a', 'b', 'd', 'c']), state, none).length, 2);
  t.same(decideOrder(sort(['p', 'q', 'a', 'b', 'c', 'd']), state, none), []);
});

t.test('the log says which group was moved, from which place to which, beside pinned groups too', async (t) => {
  const said = (command: OrderCommand) =>
    decideOrder(command, state, none).map((event) => [
      sentenceOf({ ...event, meta: { actor: { type: 'user', id: 'u' } } } as never, null, null, say).replace(
        /[{}]|title:/g,
        '',
      ),
      ...changesOf({ ...event, meta: { stream: `instanceOrder-${instance_id}` } } as never, null, null, say),
    ]);
  const neighbours = ['p', 'q', 'b', 'a', 'c', 'd'];
  t.same(said(sort(neighbours, 'a')), [['moved a from position 3 to 4', { field: 'position', from: 3, to: 4 }]]);
  t.same(said(sort(neighbours, 'b')), [['moved b from position 4 to 3', { field: 'position', from: 4, to: 3 }]]);
  t.equal(said(sort(neighbours)).length, 1, 'without a word of which: one of the two');
  t.same(said(sort(['q', 'p', 'a', 'b', 'c', 'd'], 'p')), [
    ['moved p from position 1 to 2', { field: 'position', from: 1, to: 2 }],
  ]);
  const far = ['p', 'q', 'b', 'c', 'd', 'a'];
  t.match(said(sort(far)), [['moved a from position 3 to 6']], 'the one move that it takes');
  t.match(said(sort(far, 'b')), [['moved a from position 3 to 6']], 'not what cannot have been moved');
  t.match(said(sort(['p', 'q', 'd', 'c', 'b', 'a'], 'a')).length, 3);
  t.equal(refused(sort(neighbours, 'x')), 'Invalid');
});

t.test('a single move is found whatever it is, and several are no single one', async () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `g${index}`);
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 12 }), fc.nat(), fc.nat(), fc.boolean(), (count, a, b, told) => {
      const [from, to] = [a % count, b % count];
      const before = ids(count);
      const after = before.filter((_, index) => index !== from);
      after.splice(to, 0, before[from]!);
      const found = singleMove(before, after, told ? before[from] : null);
      if (from === to || found === null) return from === to && found === null;
      if (!told && Math.abs(from - to) === 1) return Math.abs(found.from - found.to) === 1;
      return found.id === before[from] && found.from === from + 1 && found.to === to + 1;
    }),
  );
});

t.test('groups that an order leaves out keep their place', async (t) => {
  t.same(fold(state, sort(['d', 'a'])), { pinned: ['p', 'q'], unpinned: ['d', 'b', 'c', 'a'] });
  t.same(fold(state, sort(['q', 'p'])), { pinned: ['q', 'p'], unpinned: state.unpinned });
});

t.test('unknown and repeated ids are refused', async (t) => {
  t.equal(refused(sort(['a', 'x'])), 'Invalid');
  t.equal(refused(sort(['a', 'b', 'a'])), 'Invalid');
  t.equal(refused(pin('x')), 'NotFound');
});

t.test('a pinned group cannot move after an unpinned one, nor an unpinned one before a pinned one', async (t) => {
  t.equal(refused(sort(['p', 'a', 'b', 'q', 'c', 'd'])), 'PinnedAfterUnpinned');
  t.equal(refused(sort(['b', 'p', 'q', 'a', 'c', 'd'])), 'UnpinnedBeforePinned');
});

t.test('a group in uploading state does not move', async (t) => {
  t.equal(refused(sort(['p', 'q', 'd', 'a', 'b', 'c']), { uploading: new Set(['d']) }), 'UploadingGroup');
  t.equal(refused(sort(['p', 'q', 'b', 'a', 'c', 'd']), { uploading: new Set(['d']) }), '');
});

t.test('pinning toggles: last among the pinned, first among the unpinned', async (t) => {
  t.same(fold(state, pin('c')), { pinned: ['p', 'q', 'c'], unpinned: ['a', 'b', 'd'] });
  t.same(fold(state, pin('p')), { pinned: ['q'], unpinned: ['p', 'a', 'b', 'c', 'd'] });
});

t.test('a longest rising run is as long as any', async (t) => {
  t.same([...longestIncreasing([3, 0, 1, 2])].sort(), [1, 2, 3]);
  t.same(longestIncreasing([]).size, 0);
  t.same(longestIncreasing([2, 1, 0]).size, 1);
});

t.test('no row of sorts, pins, new and deleted groups loses one, doubles one or mixes pins', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('sort' as const), seed: fc.array(fc.nat(), { maxLength: 12 }), mixed: fc.boolean() }),
    fc.record({ kind: fc.constant('pin' as const), at: fc.nat() }),
    fc.record({ kind: fc.constant('add' as const) }),
    fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let order: InstanceOrder = { pinned: [], unpinned: [] };
      const living = new Set<string>();
      steps.forEach((one, index) => {
        const all = [...order.pinned, ...order.unpinned];
        if (one.kind === 'add') {
          living.add(`g${index}`);
          order = foldOrder(order, [{ joins: `g${index}` }]);
        } else if (all.length === 0) return;
        else if (one.kind === 'remove') {
          living.delete(all[one.at % all.length]!);
          order = foldOrder(order, [{ leaves: all[one.at % all.length]! }]);
        } else if (one.kind === 'pin') order = fold(order, pin(all[one.at % all.length]!));
        else {
          const chosen = [...new Set(one.seed.map((n) => all[n % all.length]!))];
          const pinned = new Set(order.pinned);
          const wanted = one.mixed
            ? chosen
            : [...chosen.filter((id) => pinned.has(id)), ...chosen.filter((id) => !pinned.has(id))];
          try {
            const after = fold(order, sort(wanted));
            const sequence = [...after.pinned, ...after.unpinned].filter((id) => wanted.includes(id));
            if (sequence.join() !== wanted.join()) throw new Error(`${sequence} is not ${wanted}`);
            if ([...after.pinned].sort().join() !== [...order.pinned].sort().join()) throw new Error('pins changed');
            order = after;
          } catch (error) {
            if (!(error instanceof Refusal) || !one.mixed) throw error;
          }
        }
      });
      const all = [...order.pinned, ...order.unpinned];
      return all.length === living.size && all.every((id) => living.has(id)) && new Set(all).size === all.length;
    }),
    { numRuns: 1000 },
  );
});

/** The same by its plain rules, a copy of both halves for each change. */
const plainly = ({ pinned, unpinned }: InstanceOrder, change: OrderChange): InstanceOrder => {
  const without = (ids: string[], gone: string) => ids.filter((one) => one !== gone);
  if ('joins' in change)
    return { pinned: without(pinned, change.joins), unpinned: [change.joins, ...without(unpinned, change.joins)] };
  if ('leaves' in change) return { pinned: without(pinned, change.leaves), unpinned: without(unpinned, change.leaves) };
  const { id } = change.data;
  const from = pinned.includes(id) ? pinned : unpinned;
  if (!from.includes(id)) return { pinned, unpinned };
  if (change.type === 'StoryGroupMoved') {
    const moved = without(from, id);
    moved.splice(change.data.after === null ? 0 : moved.indexOf(change.data.after) + 1, 0, id);
    return from === pinned ? { pinned: moved, unpinned } : { pinned, unpinned: moved };
  }
  const pins = change.type === 'StoryGroupPinned';
  if (pins === (from === pinned)) return { pinned, unpinned };
  return pins
    ? { pinned: [...pinned, id], unpinned: without(unpinned, id) }
    : { pinned: without(pinned, id), unpinned: [id, ...unpinned] };
};

t.test('many changes at once give what each gives by itself', async () => {
  const id = fc.integer({ min: 0, max: 9 }).map((n) => `g${n}`);
  const change: fc.Arbitrary<OrderChange> = fc.oneof(
    fc.record({ joins: id }),
    fc.record({ leaves: id }),
    fc.record({
      type: fc.constant('StoryGroupMoved' as const),
      data: fc.record({ instance_id: fc.constant(instance_id), id, after: fc.option(id) }),
    }),
    fc.record({
      type: fc.constantFrom('StoryGroupPinned' as const, 'StoryGroupUnpinned' as const),
      data: fc.record({ instance_id: fc.constant(instance_id), id }),
    }),
  );
  const start = fc.tuple(fc.uniqueArray(id), fc.nat({ max: 10 }));
  fc.assert(
    fc.property(start, fc.array(change, { maxLength: 60 }), ([ids, at], changes) => {
      const from = { pinned: ids.slice(0, at), unpinned: ids.slice(at) };
      return isDeepStrictEqual(foldOrder(from, changes), changes.reduce(plainly, from));
    }),
    { numRuns: 2000 },
  );
});

t.test('the order is read and made once for many moves, not once for each', async (t) => {
  const ids = Array.from({ length: 10_000 }, (_, index) => `g${index}`);
  let read = 0;
  const counted = ids.slice();
  counted[Symbol.iterator] = function* () {
    for (let index = 0; index < ids.length; index += 1, read += 1) yield ids[index]!;
    return undefined;
  };
  counted.includes = counted.filter = counted.indexOf = () => t.fail('goes through the whole order') as never;
  const from = { pinned: [], unpinned: ids };
  const events = decideOrder(sort(ids.toReversed()), from, none);
  t.equal(events.length, 9999);
  t.same(foldOrder({ pinned: [], unpinned: counted }, events), { pinned: [], unpinned: ids.toReversed() });
  t.equal(read, ids.length);
});
