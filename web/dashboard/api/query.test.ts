import { MutationObserver, onlineManager } from '@tanstack/react-query';
import t from 'tap';
import { makeQueryClient } from './query.ts';

t.test('what is asked for without a connection is tried at once, and never later', async (t) => {
  onlineManager.setOnline(false);
  t.teardown(() => onlineManager.setOnline(true));
  let calls = 0;
  const act = new MutationObserver(makeQueryClient(), {
    mutationFn: async () => {
      calls += 1;
      throw new Error('no connection');
    },
  });
  await t.rejects(act.mutate(), { message: 'no connection' });
  onlineManager.setOnline(true);
  await new Promise((later) => setImmediate(later));
  t.equal(calls, 1);
});
