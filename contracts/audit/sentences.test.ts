import t from 'tap';
import { say } from '#kernel/platform/say.ts';
import { accountExamples } from '../account/examples.ts';
import type { Actor } from '../event.ts';
import type { StoryrailEvent } from '../events.ts';
import { evolveStream, initialState } from '../stream.ts';
import { subscriptionExamples } from '../subscription/examples.ts';
import { changesOf, sentenceOf, subjectOf } from './describe.ts';

const teller = (stream: string) => {
  let state = initialState(stream);
  return (event: StoryrailEvent, type: Actor['type'] = 'user') => {
    const recorded = { ...event, meta: { stream, ts: 1_790_000_000_000, actor: { type, id: null } } } as never;
    const before = state;
    state = evolveStream(before, recorded);
    return {
      sentence: sentenceOf(recorded, before, state, say),
      changes: changesOf(recorded, before, state, say),
      subject: subjectOf(recorded, before, state, say),
    };
  };
};

t.test('what is charged by itself was not paid by whoever charges it, and days are written as people do', async (t) => {
  const tell = teller('subscription-0190a000-0000-7000-8000-000000000001');
  const { growthStarted } = subscriptionExamples;
  tell(growthStarted);
  const ts = (day: string) => Date.parse(day) / 1000;
  const renewed = tell(
    {
      type: 'SubscriptionRenewed',
      data: { plan: 'growth', ts_from: ts('2026-11-29'), ts_to: ts('2026-12-29') },
    } as StoryrailEvent,
    'system',
  );
  t.equal(renewed.sentence, 'renewed the Growth plan until 29 Dec 2026');
  t.match(renewed.subject, { type: 'account', title: 'Plan and billing' });
  t.match(renewed.changes.find(({ field }) => field === 'period')?.to, '29 Nov 2026 – 29 Dec 2026');
  const paid = { type: 'InvoicePaid', data: { invoice_id: 'i', amount: 99_900, method_id: 'm' } } as StoryrailEvent;
  t.equal(tell(paid, 'system').sentence, 'charged $999.00');
  t.equal(tell(paid, 'user').sentence, 'paid $999.00');
  const failed = (ts_next: number | null) =>
    ({ type: 'PaymentFailed', data: { invoice_id: 'i', amount: 99_900, attempt: 1, ts_next } }) as StoryrailEvent;
  t.equal(
    tell(failed(ts('2026-12-02')), 'system').sentence,
    "couldn't charge $999.00, to be tried again on 2 Dec 2026",
  );
  t.equal(tell(failed(null), 'system').sentence, "couldn't charge $999.00");
  t.equal(tell(failed(null), 'user').sentence, 'failed to pay $999.00');
});

t.test('test devices came, went or were changed, by how many', async (t) => {
  const tell = teller('account-0190a000-0000-7000-8000-000000000001');
  tell(Object.values(accountExamples)[0] as StoryrailEvent);
  const device = (id: string, name = id) => ({ id, name, platform: 'ios' as const });
  const said = (...test_devices: ReturnType<typeof device>[]) =>
    tell({ type: 'TestDevicesChanged', data: { test_devices } }).sentence;
  said();
  t.equal(said(device('a'), device('b')), 'added 2 test devices');
  t.equal(said(device('b')), 'removed 1 test device');
  t.equal(said(device('b', 'Desk')), 'changed 1 test device');
  t.equal(said(device('c')), 'added 1 test device and removed 1 test device');
  t.equal(said(), 'removed 1 test device');
});
