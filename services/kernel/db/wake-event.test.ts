import { getEventListeners } from 'node:events';
import t from 'tap';
import { createWakeEvent } from './wake-event.ts';

t.test('a signal wakes who waits, and one that outlives many events keeps none of them', async (t) => {
  const listening = new Set<(detail: string) => void>();
  const notifier = {
    on: (_: unknown, set: (detail: string) => void) => {
      listening.add(set);
      return () => void listening.delete(set);
    },
  };
  const stopping = new AbortController();
  const event = createWakeEvent(notifier, stopping.signal);
  for (let turn = 0; turn < 20; turn += 1) createWakeEvent(notifier, stopping.signal).dispose();
  t.equal(getEventListeners(stopping.signal, 'abort').length, 1);
  t.equal(listening.size, 1);
  const woken = event.wait(60_000);
  stopping.abort();
  t.equal(await woken, true);
});
