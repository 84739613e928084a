import t from 'tap';
import { contrastSaid } from '#contracts/studio/check/advise-contrast.ts';
import { colorOf, hsvaOf, readHex } from './colors.ts';
import { contrastOn, isReadable } from './contrast.ts';

t.test('a color is the same after it was picked apart', async (t) => {
  for (const color of [
    '#000000',
    '#ffffff',
    '#5b3df5',
    '#5b3df580',
    '#12805c',
    '#cf2a41',
    '#010203',
    '#ffcc00',
    '#00ffff',
  ])
    t.equal(colorOf(hsvaOf(color)), color);
  t.equal(hsvaOf('#ff0000').hue, 0);
  t.equal(Math.round(hsvaOf('#ff00ff').hue), 300);
});

t.test('typed colors', async (t) => {
  t.equal(readHex('5B3DF5', false), '#5b3df5');
  t.equal(readHex(' #53f ', false), '#5533ff');
  t.equal(readHex('#5b3df580', true), '#5b3df580');
  t.equal(readHex('#5b3df5ff', true), '#5b3df5');
  for (const text of ['#5b3df580', 'red', '#12', '', 'url(a)', '#5b3df5;']) t.equal(readHex(text, false), null, text);
});

t.test('contrast as WCAG counts it, at its worst where the ground lets through', async (t) => {
  t.equal(contrastOn('#000000', '#ffffff'), 21);
  t.equal(contrastSaid(contrastOn('#767676', '#ffffff')), '4.5');
  t.equal(contrastSaid(contrastOn('#777777', '#ffffff')), '4.4');
  t.equal(contrastOn('#ffffff', '#ffffff'), 1);
  t.ok(contrastOn('#ffffff', '#00000080') < 5, 'white may lie below');
  t.equal(contrastOn('#ffffff', '#00000000'), 1);
  t.ok(contrastOn('#ffffff80', '#000000') < contrastOn('#ffffff', '#000000'));
  t.ok(isReadable(4.5, 16, 400));
  t.notOk(isReadable(4.49, 23.9, 400));
  t.ok(isReadable(3, 24, 400));
  t.ok(isReadable(3, 19, 700));
  t.notOk(isReadable(3, 18, 700));
});
