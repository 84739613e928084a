import t from 'tap';
import { until } from '#ops/testing/stopwatch.ts';
import type { Principal } from '../auth/principal.ts';
import { openStreamHub } from './stream-hub.ts';

t.test('one account cannot take the streams of the others', async (t) => {
  const kernel = {
    db: {},
    facts: {},
    log: { warn: () => {} },
    notifier: { on: () => () => {} },
  } as unknown as Parameters<typeof openStreamHub>[0];
  const hub = openStreamHub<number>(kernel, {
    topic: 'studio',
    streamsPerUser: 2,
    tooMany: { id: 'many', defaultMessage: 'Many' },
    read: async () => 1,
    messages: () => [],
    isAllowed: async () => true,
  });
  t.teardown(() => hub.stop());
  const personOf = (account_id: string, at: number) => ({ user_id: `${account_id}-${at}`, account_id }) as Principal;
  const closes: (() => void)[] = [];
  const open = (principal: Principal) => {
    hub.requireCapacity(principal);
    let close = () => {};
    const onClose = (then: () => void) => {
      close = then;
      closes.push(then);
    };
    hub.join(principal, 'g', { send: () => {}, end: () => close(), onClose });
  };
  for (let at = 0; at < 250; at += 1) open(personOf('one', at));
  t.throws(() => open(personOf('one', 250)), { code: 'TooManyRequests' });
  open(personOf('other', 0));
  open(personOf('other', 0));
  t.throws(() => open(personOf('other', 0)), { code: 'TooManyRequests', message: 'Many' });
  closes[0]!();
  open(personOf('one', 250));
});

t.test('notices that come while access is checked lead to one more round, not to many at once', async (t) => {
  const heard = new Map<string, (detail: string) => void>();
  const waiting: ((allowed: boolean) => void)[] = [];
  let [reads, asked, ended] = [0, 0, false];
  const principal = { user_id: 'u', session_id: 's' } as Principal;
  const kernel = {
    db: {},
    facts: { principal: async () => principal },
    log: { warn: () => {} },
    notifier: {
      on: (topic: string, listener: (detail: string) => void) => {
        heard.set(topic, listener);
        return () => heard.delete(topic);
      },
    },
  } as unknown as Parameters<typeof openStreamHub>[0];
  const hub = openStreamHub<number>(kernel, {
    topic: 'studio',
    streamsPerUser: 1,
    tooMany: { id: 'many', defaultMessage: 'Many' },
    read: async () => (reads += 1),
    messages: () => [],
    isAllowed: () => {
      asked += 1;
      return new Promise((resolve) => waiting.push(resolve));
    },
  });
  let close = () => {};
  const end = () => {
    ended = true;
    close();
  };
  hub.join(principal, 'g', {
    send: () => {},
    end,
    onClose: (then) => {
      close = then;
    },
  });
  heard.get('access')!('*');
  await until(() => asked === 1);
  const before = reads;
  // Longer than the pause between two rounds: everything is read again every 2 s.
  await until(() => {
    heard.get('access')!('*');
    return reads > before + 1;
  });
  t.equal(asked, 1, 'the first is not over');
  waiting[0]!(true);
  await until(() => asked === 2);
  waiting[1]!(false);
  await until(() => ended);
  hub.stop();
});
