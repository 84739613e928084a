import t from 'tap';
import { fieldName, partsOf, shownValue } from './history-words.ts';
import { momentAt, railMarks, shareOf, stepFrom, ticksOf } from './time-rail.ts';

const day = 86_400;
const start = Date.UTC(2026, 10, 3) / 1000;

t.test('a moment and its place on the rail are each other’s opposite', async (t) => {
  for (const share of [0, 0.25, 1])
    t.equal(shareOf(momentAt(share, start, start + 8 * day), start, start + 8 * day), share);
  t.equal(shareOf(start - 5, start, start + day), 0);
  t.equal(momentAt(3, start, start + day), start + day);
  t.equal(shareOf(start, start, start), 1);
});

t.test('changes that fall together are one bar', async (t) => {
  const marks = railMarks([start, start + 4 * day, start + 4 * day + 60, start + 8 * day], start, start + 8 * day);
  t.same(marks, [
    { share: 0, count: 1 },
    { share: 0.5, count: 2 },
    { share: 1, count: 1 },
  ]);
});

t.test('the rail is marked with dates, or with times when it is short', async (t) => {
  t.same(
    ticksOf(start, start + 15 * day, 'UTC', 4).map((tick) => tick.text),
    ['3 Nov', '8 Nov', '13 Nov', 'Now'],
  );
  t.same(
    ticksOf(start, start + day, 'UTC', 3).map((tick) => tick.text),
    ['00:00', '12:00', 'Now'],
  );
});

t.test('a step goes to the next change, and after the last one to now', async (t) => {
  const moments = [30, 10, 20];
  t.equal(stepFrom(moments, 40, -1), 30);
  t.equal(stepFrom(moments, 20, -1), 10);
  t.equal(stepFrom(moments, 10, -1), 10);
  t.equal(stepFrom(moments, 20, 1), 30);
  t.equal(stepFrom(moments, 30, 1), null);
});

t.test('a field of a story among those of a group is drawn as that field', async (t) => {
  t.same(partsOf('media of “Coats”'), { name: 'media', of: '“Coats”' });
  t.equal(fieldName('button_text of “Coats”'), 'Swipe-up text of “Coats”');
  t.same(shownValue('media of “Coats”', '/media/a.png', 'UTC'), { kind: 'picture', src: '/media/a.png' });
});
