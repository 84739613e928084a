import t from 'tap';
import { barredShape, isSmall, shapeName } from './shape.ts';

t.test('a shape is named as people name it', (t) => {
  t.equal(shapeName({ width: 1600, height: 900 }), '16:9');
  t.equal(shapeName({ width: 1366, height: 768 }), '16:9');
  t.equal(shapeName({ width: 900, height: 1200 }), '3:4');
  t.equal(shapeName({ width: 500, height: 500 }), '1:1');
  t.equal(shapeName({ width: 300, height: 810 }), '1:2.7');
  t.end();
});

t.test('a picture is shown with bars when filling the screen would cut off 15 % of it or more', (t) => {
  t.equal(barredShape({ width: 1080, height: 1920 }), null);
  t.equal(barredShape({ width: 1000, height: 1520 }), null);
  t.equal(barredShape({ width: 1000, height: 1500 }), '2:3');
  t.equal(barredShape({ width: 1170, height: 2532 }), null, 'what a phone took of its screen');
  t.equal(barredShape({ width: 300, height: 810 }), '1:2.7');
  t.equal(barredShape({ width: 400, height: 800 }), null);
  t.equal(barredShape(null), null);
  t.end();
});

t.test('a picture is small when a phone enlarges it by half or more, also one that is shown with bars', (t) => {
  t.equal(isSmall({ width: 60, height: 60 }), true);
  t.equal(isSmall({ width: 540, height: 960 }), true);
  t.equal(isSmall({ width: 720, height: 1280 }), false);
  t.equal(isSmall({ width: 1080, height: 600 }), false, 'as wide as the screen');
  t.equal(isSmall({ width: 500, height: 1280 }), false, 'as high as the screen');
  t.equal(isSmall(null), false);
  t.end();
});
