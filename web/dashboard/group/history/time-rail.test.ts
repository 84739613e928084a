import t from 'tap';
import { fieldName, partsOf, shownValue } from './history-words.ts';
import { railMarks, railScale, stepFrom, ticksOf } from './time-rail.ts';

const day = 86_400;
const start = Date.UTC(2026, 10, 3) / 1000;

const every = (count: number, step: number, first = start) =>
  Array.from({ length: count }, (_, at) => first + at * step);

t.test('a moment and its place on the rail are each other’s opposite, with breaks and without', async (t) => {
  for (const moments of [every(9, day), [...every(14, 600), start + 60 * day, start + 61 * day]]) {
    const scale = railScale(moments, start, start + 62 * day);
    for (const share of [0, 0.1, 0.25, 0.5, 0.8, 1])
      t.ok(Math.abs(scale.shareOf(scale.momentAt(share)) - share) < 0.001, `${share} of ${moments.length}`);
  }
  const scale = railScale([], start, start + day);
  t.equal(scale.shareOf(start - 5), 0);
  t.equal(scale.momentAt(3), start + day);
  t.equal(scale.shareOf(start + day / 2), 0.5);
  t.equal(railScale([start], start, start).shareOf(start), 1);
});

t.test('changes that come evenly are not broken, and the present stands behind the last', async (t) => {
  const scale = railScale(every(9, day), start, start + 9 * day);
  t.same(scale.breaks.length, 1, 'but the stretch behind the last change');
  t.ok(Math.abs(scale.shareOf(start + 8 * day) - 0.95) < 0.001);
  t.ok(Math.abs(scale.shareOf(start + 4 * day) - 0.475) < 0.001);
  t.same(railScale(every(9, day), start, start + 8 * day + 60).breaks, []);
});

t.test('fifteen changes of an hour are most of the rail, though weeks lie behind them', async (t) => {
  const burst = every(15, 240);
  const late = start + 20 * day;
  const scale = railScale([...burst, late], start, start + 40 * day);
  t.equal(scale.breaks.length, 2);
  t.ok(scale.shareOf(burst.at(-1)!) > 0.7, `${scale.shareOf(burst.at(-1)!)}`);
  t.ok(scale.shareOf(late) < 0.96);
  const places = [...burst, late].map((moment) => scale.shareOf(moment));
  t.same(
    places,
    [...places].sort((a, b) => a - b),
    'in their order',
  );
});

t.test('changes that fall together are one bar', async (t) => {
  const moments = [start, start + 4 * day, start + 4 * day + 60, start + 8 * day];
  const marks = railMarks(moments, railScale(moments, start, start + 8 * day));
  t.same(
    marks.map((mark) => mark.count),
    [1, 2, 1],
  );
});

t.test(
  'the rail is marked with dates, or with times when it is short, and where it goes on behind a break',
  async (t) => {
    const texts = (moments: number[], now: number, count: number) =>
      ticksOf(railScale(moments, start, now), 'UTC', count).map((tick) => tick.text);
    t.same(texts([], start + 15 * day, 4), ['3 Nov', '8 Nov', '13 Nov', 'Now']);
    t.same(texts([], start + day, 3), ['00:00', '12:00', 'Now']);
    const late = [...every(12, 3600), ...every(12, 3600, start + 20 * day)];
    t.match(texts(late, start + 40 * day, 6), ['3 Nov', '23 Nov', 'Now']);
  },
);

t.test('a step goes to the next change, and after the last one to now', async (t) => {
  const moments = [30, 10, 20];
  t.equal(stepFrom(moments, 40, -1), 30);
  t.equal(stepFrom(moments, 20, -1), 10);
  t.equal(stepFrom(moments, 10, -1), 10);
  t.equal(stepFrom(moments, 20, 1), 30);
  t.equal(stepFrom(moments, 30, 1), null);
});

t.test('what people sign in with is named as in their settings', async (t) => {
  t.equal(fieldName('sms_otp'), 'Two-factor login for everyone');
  t.equal(fieldName('phone_verified'), 'Verified phone number');
  t.equal(fieldName('social_sign_in'), 'Connected accounts');
});

t.test('a field of a story among those of a group is drawn as that field', async (t) => {
  t.same(partsOf('media of “Coats”'), { name: 'media', of: '“Coats”' });
  t.equal(fieldName('button_text of “Coats”'), 'Swipe-up text of “Coats”');
  t.same(shownValue('media of “Coats”', '/media/a.png', 'UTC'), { kind: 'picture', src: '/media/a.png' });
  const src = `https://cdn.example/media/${'a'.repeat(64)}.webp`;
  t.same(shownValue('Image “A coat” · picture', src, 'UTC'), { kind: 'picture', src });
});
