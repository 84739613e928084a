import t, { type Test } from 'tap';
import type { PopupRow } from '#contracts/notification/rows.ts';
import { replaceGlobals } from '#ops/testing/globals.ts';
import { until } from '#ops/testing/stopwatch.ts';
import { callHook } from '../kit/test-hook.ts';

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
replaceGlobals(t, { localStorage: storage, sessionStorage: storage });

const { keepActing, dropActing } = await import('../api/acting.ts');
const { popupQuery } = await import('./notification-queries.ts');
const { usePopup } = await import('./use-popup.ts');

const id = '01980000-0000-7000-8000-000000000001';
const row: PopupRow = { id, data: { type: 'referral_info', user: id, app: null } };

/** Calls the hook on a page that has read these pop-ups; answers what it says, and what was closed by it. */
const show = (t: Test, rows: PopupRow[]) => {
  const closed: string[][] = [];
  const closePopups = async (ids: string[]) => {
    closed.push(ids);
    return [];
  };
  let popup = { open: false, close: () => {} };
  const client = callHook(
    t,
    () => {
      popup = usePopup('referral_info');
    },
    { dataProvider: { closePopups }, queries: [[popupQuery.queryKey, rows]] },
  );
  return { popup, closed, left: () => client.getQueryData(popupQuery.queryKey) };
};

t.test('a pop-up is open until it is closed, which is kept for good', async (t) => {
  const { popup, closed, left } = show(t, [row]);
  t.ok(popup.open);
  popup.close();
  await until(async () => (left() as PopupRow[]).length === 0, 'the answer');
  t.same(closed, [[id]]);
});

t.test('one that was closed before is not open, and is not closed again', async (t) => {
  const { popup, closed } = show(t, []);
  t.notOk(popup.open);
  popup.close();
  t.same(closed, []);
});

t.test('staff in the person’s stead close it for themselves alone', async (t) => {
  keepActing({ token: 'token', ends_at: Date.now() + 60_000, back: '/admin' });
  t.teardown(dropActing);
  const { popup, closed } = show(t, [row]);
  t.ok(popup.open);
  popup.close();
  t.same(closed, []);
});
