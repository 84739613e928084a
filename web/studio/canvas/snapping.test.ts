import t from 'tap';
import { exampleDesign } from '#contracts/studio/examples.ts';
import { frameAround, frameOf, type Spot } from '../edits/boxes.ts';
import { type Handle, pulledBox, pulledBoxes } from '../edits/resize.ts';
import { isInside, pickedAt, pickedBelow, pickedIn } from './pick.ts';
import { snapScaledPull } from './snap-scaled.ts';
import { snapTurnedPull } from './snap-turned.ts';
import { snapMove, snapPull } from './snapping.ts';

const box = (x: number, y: number, width = 60, height = 40) => ({ x, y, width, height });

t.test('a moved box comes to the middle, the edges and the safe area of the canvas', async (t) => {
  const moved = (x: number, y: number) => snapMove(box(100, 300), { x, y }, [], 6);
  const middle = moved(47, 100);
  t.same(middle.by, { x: 50, y: 100 });
  t.same(middle.guides, [{ is: 'line', axis: 'x', at: 180, from: 0, to: 640, middle: true }]);
  t.same(moved(-96, 100).by, { x: -100, y: 100 }, 'the left edge');
  t.same(moved(-83, 100).by, { x: -86, y: 100 }, 'the safe area');
  t.same(moved(-70, -239).by, { x: -70, y: -236 }, 'below the header');
  t.same(moved(10, 292).by, { x: 10, y: 288 }, 'above the lower end');
  t.same(moved(43, 100).by, { x: 43, y: 100 }, 'not from 7 away');
  t.same(snapMove(box(100, 300), { x: 43, y: 100 }, [], 12).by.x, 50, 'unless a px is less');
  t.same(snapMove(box(100, 300), { x: 47.4, y: 100.4 }, [], 0), { by: { x: 47, y: 100 }, guides: [] });
});

t.test('it comes in line with neighbors, and the distance is measured', async (t) => {
  const neighbor = box(220, 100, 100, 20);
  const { by, guides } = snapMove(box(100, 310), { x: 118, y: 0 }, [neighbor], 6);
  t.same(by, { x: 120, y: 0 });
  t.same(guides, [
    { is: 'line', axis: 'x', at: 220, from: 100, to: 350, middle: false },
    { is: 'distance', axis: 'y', from: 120, to: 310, at: 268 },
  ]);
});

t.test('three boxes get equal gaps', async (t) => {
  const [first, second] = [box(20, 200, 50), box(90, 205, 50)];
  const { by, guides } = snapMove(box(0, 203, 50), { x: 163, y: 0 }, [first, second], 3);
  t.same(by.x, 160);
  t.same(
    guides.filter(({ is }) => is === 'distance').map(({ axis, from, to }) => [axis, from, to]),
    [
      ['x', 70, 90],
      ['x', 140, 160],
    ],
  );
  const between = snapMove(box(200, 410, 20), { x: -102, y: 0 }, [box(20, 400, 50), box(150, 400, 50)], 4);
  t.equal(between.by.x, -100);
});

t.test('a pulled side comes to a line, the others stay', async (t) => {
  t.same(snapPull(box(100, 300), 'e', { x: 23, y: 99 }, [], 6).by, { x: 20, y: 99 });
  const corner = snapPull(box(100, 300), 'nw', { x: -84, y: -240 }, [], 6);
  t.same(corner.by, { x: -86, y: -236 });
  t.equal(corner.guides.length, 2);
});

t.test('a distance is measured from the sides as they are pulled', async (t) => {
  const { by, guides } = snapPull(box(100, 300), 'se', { x: 118, y: 60 }, [box(278, 500, 40, 40)], 6);
  t.same(by, { x: 118, y: 60 });
  t.match(
    guides.filter(({ is }) => is === 'distance'),
    [{ axis: 'y', from: 400, to: 500 }],
  );
});

t.test('of what is turned, the box that is drawn comes to the lines', async (t) => {
  const turned = (rotation: number) => ({ position: { x: 100, y: 300 }, size: { width: 120, height: 40 }, rotation });
  const frame = frameOf(turned(90));
  t.same([frame.x, frame.y].map(Math.round), [140, 260], 'it stands on its end');
  const moved = snapMove(frame, { x: -123, y: 0 }, [], 6);
  t.equal(moved.by.x, -126, 'moved, its drawn side comes to the safe area');
  const framesAfter = (
    rotation: number,
    handle: Parameters<typeof snapTurnedPull>[1],
    by: { x: number; y: number },
  ) => {
    const one = turned(rotation);
    const snapped = snapTurnedPull(one, handle, by, [box(150, 500, 40, 40)], 6);
    return { guides: snapped.guides, frame: frameOf(pulledBox(one, { handle, by: snapped.by, keepRatio: false })) };
  };
  const upright = framesAfter(90, 'e', { x: 0, y: 117 });
  t.equal(Math.round(upright.frame.y + upright.frame.height), 500, 'what was its right side comes to the neighbor');
  t.equal(upright.guides.length, 1);
  const slanted = framesAfter(30, 'e', { x: 121, y: 70 });
  t.ok(Math.abs(slanted.frame.x + slanted.frame.width - 346) <= 1, 'its rightmost corner comes to the safe area');
  t.match(slanted.guides, [{ is: 'line', axis: 'x', at: 346 }]);
  const away = framesAfter(30, 'e', { x: 40, y: 23 });
  t.same(away.guides, [], 'nothing is near');
  t.equal(Math.round(away.frame.width), Math.round(frameOf({ ...turned(30), size: { width: 166, height: 40 } }).width));
});

t.test('a group with something turned keeps its ratio, and one of its sides comes to a line', async (t) => {
  const group = [
    { position: { x: 60, y: 200 }, size: { width: 100, height: 40 }, rotation: 30 },
    { position: { x: 170, y: 240 }, size: { width: 60, height: 60 }, rotation: 0 },
  ];
  const frame = frameAround(group.map(frameOf))!;
  const framesAfter = (handle: Handle, by: Spot) => {
    const snapped = snapScaledPull(frame, handle, by, [], 6);
    const pulled = pulledBoxes(group, { handle, by: snapped.by, keepRatio: false });
    return { frame: frameAround(pulled.map(frameOf))!, guides: snapped.guides };
  };
  const wide = framesAfter('e', { x: 126 - (frame.x + frame.width - 230), y: 0 });
  t.ok(Math.abs(wide.frame.x + wide.frame.width - 360) < 0.01, 'its right side comes to the edge of the canvas');
  t.ok(Math.abs(wide.frame.width / wide.frame.height - frame.width / frame.height) < 0.001, 'in its ratio');
  t.match(wide.guides, [{ is: 'line', axis: 'x', at: 360 }]);
  const corner = framesAfter('nw', { x: -(frame.x - 3), y: 0 });
  t.ok(Math.abs(corner.frame.x) < 0.01, 'so does its left one, by a corner');
  t.same(framesAfter('s', { x: 0, y: 150 }).guides, [], 'nothing is near');
});

t.test('what lies at a point or in a frame is picked, the topmost first', async (t) => {
  const at = (x: number, y: number, more: object = {}) => ({
    position: { x, y },
    size: { width: 100, height: 20 },
    ...more,
  });
  const design = exampleDesign(
    ['text', 'text-0001', at(0, 0)],
    ['text', 'text-0002', at(50, 0, { z_index: 2, rotation: 90 })],
    ['text', 'text-0003', at(0, 0, { z_index: 3, hidden: true })],
    ['text', 'text-0004', at(0, 0, { z_index: 3, locked: true })],
    ['text', 'text-0005', at(0, 0, { z_index: 1, start_time: 1000, end_time: 2000 })],
  );
  t.same(pickedAt(design, null, { x: 99, y: 10 }), ['text-0002', 'text-0005', 'text-0001']);
  t.same(pickedAt(design, 500, { x: 99, y: 10 }), ['text-0002', 'text-0001']);
  t.same(pickedAt(design, 2000, { x: 60, y: 10 }), ['text-0001'], 'beside the turned one');
  t.same(pickedAt(design, null, { x: 300, y: 300 }), []);
  t.ok(isInside({ position: { x: 50, y: 0 }, size: { width: 100, height: 20 }, rotation: 90 }, { x: 100, y: 55 }));
  t.same(pickedIn(design, 500, box(95, 40, 10, 10)), ['text-0002']);
  t.same(pickedIn(design, 500, box(111, -40, 10, 200)), []);
  const slanted = exampleDesign(['text', 'text-0001', at(0, 100, { rotation: 45 })]);
  t.same(pickedIn(slanted, null, box(60, 70, 10, 10)), [], 'beside a slanted one its frame is empty');
  t.same(pickedIn(slanted, null, box(60, 70, 10, 50)), ['text-0001']);
  const picked = ['a', 'b', 'c'];
  t.same(
    [[], ['a'], ['c'], ['d']].map((selection) => pickedBelow(picked, selection)),
    ['a', 'b', 'a', 'a'],
  );
  t.equal(pickedBelow([], ['a']), null);
});
