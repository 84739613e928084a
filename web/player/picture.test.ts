import t from 'tap';
import { pictureFor } from './picture.ts';

const whole = 'https://m.test/a.jpg';
const sizes = [480, 720, 1080].map((width) => ({ width, url: `${whole}.${width}.webp` }));

t.test('a screen gets the smallest size of a picture that is sharp on it', async (t) => {
  t.teardown(() => Reflect.deleteProperty(globalThis, 'devicePixelRatio'));
  for (const [points, width, chosen] of [
    [1, 300, 480],
    [1, 480, 480],
    [2, 360, 720],
    [3, 390, 1080],
    [1, 1, 480],
  ] as const) {
    Object.assign(globalThis, { devicePixelRatio: points });
    t.equal(pictureFor(whole, sizes, width), `${whole}.${chosen}.webp`, `${width} px of ${points} points`);
  }
  t.equal(pictureFor(whole, [], 390), whole, 'one without sizes as it is');
  t.equal(pictureFor(whole, undefined, 390), whole, 'and one that an older server describes');
  t.equal(pictureFor(whole, [{ width: 480, url: 'javascript:alert(1)' }], 100), undefined, 'no address that runs code');
  t.equal(pictureFor(null, undefined, 100), undefined);
});
