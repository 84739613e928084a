import t from 'tap';
import { pickLayer } from './pick-layer.ts';

const order = ['a', 'b', 'c', 'd'];
const none = { shiftKey: false, ctrlKey: false, metaKey: false };

t.test('a click selects one, with Ctrl or Cmd one more or less, with Shift a row of them', async (t) => {
  t.same(pickLayer(order, ['a', 'b'], 'c', none), ['c']);
  t.same(pickLayer(order, ['a'], 'c', { ...none, ctrlKey: true }), ['a', 'c']);
  t.same(pickLayer(order, ['a', 'c'], 'a', { ...none, metaKey: true }), ['c']);
  t.same(new Set(pickLayer(order, ['d'], 'b', { ...none, shiftKey: true })), new Set(['b', 'c', 'd']));
  t.same(pickLayer(order, [], 'b', { ...none, shiftKey: true }), ['b']);
  t.same(pickLayer(order, ['gone'], 'b', { ...none, shiftKey: true }), ['b']);
});

t.test('clicks with Shift go on from where the first began', async (t) => {
  const first = pickLayer(order, ['b'], 'd', { ...none, shiftKey: true });
  t.equal(first.at(-1), 'b');
  t.same(new Set(pickLayer(order, first, 'a', { ...none, shiftKey: true })), new Set(order));
});
