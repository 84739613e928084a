import t from 'tap';
import { FlowView } from './flow-view.ts';

t.test('a board lies in the middle until it is pushed, and stays in sight', async (t) => {
  const view = new FlowView();
  view.resize(864, 728);
  view.lay({ width: 400, height: 300 });
  t.same(view.place.value, { scale: 1, x: 232, y: 190 });
  view.lay({ width: 1000, height: 300 });
  t.match(view.place.value, { scale: 0.8, x: 32 });
  view.pan({ x: -5000, y: 0 });
  t.equal(view.place.value.x, 80 - 800, 'some of it is left');
  const before = view.place.value;
  view.lay({ width: 1000, height: 320 });
  t.same(view.place.value, before, 'what somebody pushed stays');
  view.reveal({ x: 0, y: 0, width: 100, height: 100 });
  t.equal(view.place.value.x, 32);
  view.fit();
  t.match(view.place.value, { scale: 0.8, x: 32 });
  view.lay({ width: 20_000, height: 300 });
  t.equal(view.place.value.scale, 0.8, 'what is too long is not made too small to read');
  view.fit();
  t.equal(view.place.value.scale, 0.25);
});

t.test('what is to be in sight before the stage has a size is there once it does', async (t) => {
  const view = new FlowView();
  const late = { x: 2300, y: 100, width: 180, height: 260 };
  view.lay({ width: 2600, height: 500 });
  view.reveal(late);
  view.resize(864, 728);
  const { scale, x } = view.place.value;
  const [start, end] = [x + late.x * scale, x + (late.x + late.width) * scale];
  t.ok(start >= 32 && end <= 864 - 32, `it lies from ${start} to ${end} px`);
  const before = view.place.value;
  view.resize(860, 728);
  t.same(view.place.value, before, 'and is not pushed there again');
});

t.test('what lies below the pointer stays there when it is zoomed', async (t) => {
  const view = new FlowView();
  view.resize(800, 700);
  view.lay({ width: 600, height: 400 });
  const at = { x: 300, y: 240 };
  const unit = view.toUnits(at);
  view.zoomAt(1.5, at);
  t.same(view.toUnits(at), unit);
  view.zoomAt(100, at);
  t.equal(view.place.value.scale, 2);
  view.step(-1);
  t.equal(view.place.value.scale, 1.5);
  view.step(1);
  view.step(1);
  t.equal(view.place.value.scale, 2);
});
