import t from 'tap';
import { swallowClick } from './swallow-click.ts';

t.test('the click after a gesture does nothing, the click of the next gesture counts', async (t) => {
  const window = new EventTarget();
  Object.assign(globalThis, { window });
  t.teardown(() => Reflect.deleteProperty(globalThis, 'window'));
  const click = (): boolean => window.dispatchEvent(new Event('click', { cancelable: true }));
  swallowClick();
  t.equal(click(), false, 'of the gesture itself');
  t.equal(click(), true, 'only once');
  for (const begins of ['pointerdown', 'keydown']) {
    swallowClick();
    window.dispatchEvent(new Event(begins));
    t.equal(click(), true, `after the next ${begins}`);
  }
});
