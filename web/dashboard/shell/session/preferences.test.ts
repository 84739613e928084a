import { getStorage } from 'ra-core';
import t from 'tap';
import { replaceGlobals } from '#ops/testing/globals.ts';

replaceGlobals(t, { sessionStorage: { getItem: () => null }, localStorage: { getItem: () => null } });
const { preferences } = await import('./preferences.ts');

t.test('what a full browser cannot keep holds for this page, and ends nothing', async (t) => {
  const store = preferences();
  store.setItem('stories.view', 'grid');
  const full = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  t.intercept(getStorage(), 'setItem', { value: full, configurable: true });
  const read: unknown[] = [];
  const stop = store.subscribe('stories.view', (value) => read.push(value));
  store.setup();
  store.setItem('stories.view', 'list');
  t.same(read, ['list'], 'whoever shows it is told');
  t.equal(store.getItem('stories.view'), 'list');
  stop();
  store.setItem('stories.view', 'grid');
  t.same(read, ['list']);
});

t.test('what somebody prefers outlives their session', async (t) => {
  const store = preferences();
  store.setItem('stories.view', 'list');
  t.teardown(() => store.removeItem('stories.view'));
  store.reset();
  t.equal(store.getItem('stories.view'), 'list');
});
