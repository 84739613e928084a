import pino from 'pino';
import t from 'tap';
import { until } from '#ops/testing/harness.ts';
import { openTestBus, startTestNats } from '#ops/testing/nats.ts';
import { BusUnavailable, openBus } from './bus.ts';

const connected = (bus: ReturnType<typeof openBus>): boolean => {
  try {
    return !bus.connection().isClosed();
  } catch {
    return false;
  }
};
const troubleOf = (bus: ReturnType<typeof openBus>): unknown => {
  try {
    return bus.connection();
  } catch (error) {
    return error;
  }
};

t.test('the address may carry user and password or a token; a wrong one is told without repeating it', async (t) => {
  const withUser = await startTestNats(t, 1, { more: 'authorization { user: relay, password: "a secret%" }' });
  const withToken = await startTestNats(t, 1, { more: 'authorization { token: "t0ken" }' });
  const as = (url: string, userInfo: string) => url.replace('nats://', `nats://${userInfo}@`);
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const right = openTestBus(t, as(withUser.url, 'relay:a%20secret%25'), log);
  const token = openTestBus(t, as(withToken.url, 't0ken'), log);
  const wrong = openTestBus(t, as(withUser.url, 'relay:an0ther'), log);
  await until(() => connected(right) && connected(token), 'both connections');
  await until(() => /Authorization/i.test((troubleOf(wrong) as Error).message), 'the refusal');
  t.ok(troubleOf(wrong) instanceof BusUnavailable);
  t.notMatch(lines.join(), /an0ther|a secret|a%20secret|t0ken/);
});

t.test('a connection that is given up is replaced, and whoever listens hears of each', async (t) => {
  const nats = await startTestNats(t, 1);
  const bus = openTestBus(t, nats.url);
  let heard = 0;
  const forget = bus.onConnection(() => {
    heard += 1;
  });
  await until(() => heard === 1, 'the first connection');
  bus.switchServer();
  await until(() => heard === 2 && connected(bus), 'the second connection');
  forget();
  bus.switchServer();
  await until(() => !connected(bus), 'the connection to end');
  await until(() => connected(bus), 'the third connection');
  t.equal(heard, 2);
});

t.test('three servers mean three copies; credentials that cannot be read stop the start', async (t) => {
  const log = pino({ level: 'silent' });
  const far = 'nats://127.0.0.1:1';
  for (const [urls, replicas] of [
    [[far], 1],
    [[far, far], 1],
    [[far, far, far], 3],
  ] as const) {
    const bus = openBus({ NATS_URL: urls.join(','), NATS_CREDS: undefined, NATS_CA: undefined }, log);
    t.equal(bus.replicas, replicas);
    t.ok(troubleOf(bus) instanceof BusUnavailable, 'and nobody waits for a server that is not there');
    await bus.stop();
  }
  const unread = { NATS_CREDS: '/nowhere/nats.creds', NATS_CA: '/nowhere/ca.pem' };
  for (const [name, path] of Object.entries(unread)) {
    const settings = { NATS_URL: 'tls://nats:4222', NATS_CREDS: undefined, NATS_CA: undefined, [name]: path };
    t.throws(() => openBus(settings, log), { message: new RegExp(`${name} cannot be read`) });
  }
});
