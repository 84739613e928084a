import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import t, { type Test } from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { openBus } from '#kernel/messaging/bus.ts';
import { connectionOptions } from '#kernel/messaging/connection-options.ts';
import { followStream } from '#kernel/messaging/follow.ts';
import { ensureStream, eventStream, streamManager } from '#kernel/messaging/stream.ts';
import { loadConfig } from '#kernel/platform/config.ts';
import { createLog } from '#kernel/platform/log.ts';
import { openJetStreamTelemetry } from '#kernel/telemetry-log/jetstream-log.ts';
import { createJetStreamSource } from '#kernel/telemetry-log/jetstream-source.ts';
import { firstLogPosition, lastLogPosition } from '#kernel/telemetry-log/log.ts';
import { lastSequenceBefore, telemetryStream } from '#kernel/telemetry-log/stream.ts';
import { nonEphemeralPort } from '../../loadtest/faults/processes.ts';
import { findNatsServer } from '../cluster/nats-server.ts';
import { superviseProcess } from '../cluster/supervised-process.ts';
import { until } from '../testing/harness.ts';
import { makeTempFolder } from '../testing/running.ts';
import { copyStream, withBus } from '../tools/backup/stream.ts';
import { makeKeys, type natsUsers } from '../tools/keys/make-keys.ts';

type User = (typeof natsUsers)[number];
const access = new URL('./k8s/nats-access.conf', import.meta.url).pathname;
const log = createLog('silent');

/**
 * Three servers on the shipped configuration, with keys as `npm run keys` makes them; only their ports are a test's
 * own.
 */
const startServers = async (t: Test) => {
  const { dir, remove } = await makeTempFolder();
  t.teardown(remove);
  const keys = join(dir, 'keys');
  await makeKeys(keys);
  await t.rejects(makeKeys(keys), { code: 'EEXIST' }, 'keys that are there stay');
  const passwords = Object.fromEntries(
    (await readFile(join(keys, 'nats.env'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  ) as Record<string, string>;
  const ports: (readonly [number, number, number])[] = [];
  for (let n = 0; n < 3; n += 1)
    ports.push([await nonEphemeralPort(), await nonEphemeralPort(), await nonEphemeralPort()] as const);
  const env = {
    PATH: process.env.PATH,
    ...passwords,
    TLS_CERT: join(keys, 'cert.pem'),
    TLS_KEY: join(keys, 'key.pem'),
    TLS_CA: join(keys, 'ca.pem'),
    ROUTES: `[${ports.map(([, route]) => `nats://localhost:${route}`).join(', ')}]`,
  };
  for (const [index, [client, route, monitor]] of ports.entries()) {
    const name = `nats-${index + 1}`;
    const own = ['-n', name, '-a', '127.0.0.1', '-p', client, '-m', monitor, '--cluster', `nats://127.0.0.1:${route}`];
    const args = ['-c', access, '-js', '-sd', join(dir, name), ...own.map(String)];
    const child = superviseProcess({
      name,
      command: findNatsServer()!,
      args,
      env,
      log: join(dir, `${name}.log`),
      graceMs: 5000,
    });
    t.teardown(() => child.down());
  }
  const healthy = (port: number) =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
  await until(async () => (await Promise.all(ports.map(([, , port]) => healthy(port)))).every(Boolean), 'the servers');
  const at = (user: User) =>
    ports.map(([port]) => `tls://${user}:${passwords[`${user.toUpperCase()}_PASSWORD`]}@localhost:${port}`).join(',');
  const settings = (user: User) => ({
    NATS_URL: at(user),
    NATS_CREDS: undefined,
    NATS_CA: env.TLS_CA,
    NATS_INBOX: `_INBOX_${user}`,
  });
  return { client: ports[0]![0], settings };
};

t.test(
  'on the shipped configuration each part does its work over NATS, and nobody else or nothing else goes',
  async (t) => {
    const { client, settings } = await startServers(t);
    const busOf = (user: User) => {
      const bus = openBus(settings(user), log);
      t.teardown(bus.stop);
      return bus;
    };
    const plain = { servers: `127.0.0.1:${client}`, timeout: 2000, reconnect: false };
    const { tls, servers } = connectionOptions(settings('sdk'));

    await t.test('without TLS, without a user, with a wrong password: refused', async (t) => {
      const { user, pass } = connectionOptions(settings('sdk'));
      await t.rejects(connect({ ...plain, user: user!, pass: pass! }), /certificate|secure|tls/i);
      await t.rejects(connect({ servers: servers!, tls: tls!, reconnect: false }), /authorization/i);
      await t.rejects(
        connect({ servers: servers!, tls: tls!, user: 'sdk', pass: 'no', reconnect: false }),
        /authorization/i,
      );
    });

    const telemetryOf = (user: User) => {
      const one = openJetStreamTelemetry(busOf(user), { log, notifier: { notify() {} }, maxBytes: 64 * 1024 * 1024 });
      t.teardown(one.stop);
      return one;
    };
    const record = () => ({ partition: 3, instance_id: uuidv7(), batch_id: uuidv7(), payload: '{}' });
    const keep = (telemetry: ReturnType<typeof telemetryOf>) =>
      until(
        () =>
          telemetry.append(record()).then(
            () => true,
            () => false,
          ),
        'a batch to be kept',
      );

    await t.test('the parts', async (t) => {
      await keep(telemetryOf('api'));
      await keep(telemetryOf('sdk'));
      const [relay, projections, jobs] = [busOf('relay'), busOf('projections'), busOf('jobs')];
      const up = (bus: typeof relay) => new Promise<void>((done) => void bus.onConnection(() => done()));
      await Promise.all([relay, projections, jobs].map(up));
      await until(
        async () => (await ensureStream(await streamManager(relay), 3).catch(() => null)) !== null,
        'the stream of events',
      );
      let heard = 0;
      t.teardown(async () => followed());
      const followed = followStream(
        projections,
        () => {
          heard += 1;
        },
        log,
      );
      await until(() => heard > 0, 'the projections to follow');
      const before = heard;
      // While the servers elect who leads a new stream nobody answers; one that was taken nevertheless is known by its
      // id.
      const published = () =>
        jetstream(relay.connection(), { timeout: 2000 })
          .publish('events.none.app.X', '{}', { expect: { streamName: eventStream }, msgID: 'x' })
          .then(
            () => true,
            () => false,
          );
      await until(published, 'an event to be published');
      await until(() => heard > before, 'the projections to hear');
      const { messages } = await streamManager(relay)
        .then((manager) => manager.streams.info(eventStream))
        .then(({ state }) => state);
      t.equal(messages, 1);
      const rows = await createJetStreamSource(projections).read(3, firstLogPosition, lastLogPosition, 10);
      t.ok(rows.length >= 2, 'batches are read');
      const manager = await streamManager(jobs);
      // To ask for it makes a consumer, whose leader is elected, too; whoever archives asks again.
      const found = () =>
        lastSequenceBefore(manager, Date.now() + 60_000).then(
          (last) => last >= 2,
          () => false,
        );
      await until(found, 'the last batch to be found');
      t.ok((await manager.streams.purge(telemetryStream, { seq: 2 })).purged >= 1, 'what is archived goes');
    });

    await t.test('a backup takes what waits along, as the user of jobs', async (t) => {
      const { dir, remove } = await makeTempFolder();
      t.teardown(remove);
      const config = { ...loadConfig({ DATA_DIR: dir }), ...settings('jobs') };
      const nothingSealed = { query: async () => ({ rows: [] }) } as never;
      const part = await withBus(config, (bus) => copyStream(dir, bus, nothingSealed));
      t.ok(part!.rows >= 1);
    });

    await t.test('sdk publishes batches and does nothing else', async (t) => {
      const connection: NatsConnection = await connect({
        ...connectionOptions(settings('sdk')),
        timeout: 2000,
        reconnect: false,
      });
      t.teardown(() => connection.close());
      const manager = await jetstreamManager(connection, { checkAPI: false, timeout: 700 });
      await t.rejects(manager.streams.info(telemetryStream), /not enabled/, 'the streams are in another account');
      const refused = async (work: () => Promise<unknown>, what: string) => {
        const error = await work().then(
          () => null,
          (thrown: Error) => thrown,
        );
        t.match(
          [error?.name, (error?.cause as Error | undefined)?.name, error?.message].join(' '),
          /Permission|Timeout|timeout/i,
          what,
        );
      };
      const consumer = { ack_policy: AckPolicy.None, deliver_policy: DeliverPolicy.All };
      await refused(
        () => jetstream(connection, { timeout: 700 }).publish('events.none.app.Y', '{}'),
        'publish an event',
      );
      await refused(() => manager.streams.delete(telemetryStream), 'delete its stream');
      await refused(() => manager.streams.delete(eventStream), 'delete the stream of events');
      await refused(() => manager.streams.purge(telemetryStream), 'empty its stream');
      await refused(() => manager.streams.info(eventStream), 'look at the stream of events');
      await refused(() => manager.streams.getMessage(eventStream, { seq: 1 }), 'read an event');
      await refused(() => manager.streams.getMessage(telemetryStream, { seq: 3 }), 'read a batch');
      await refused(() => manager.consumers.add(eventStream, consumer), 'follow events');
      await refused(() => manager.consumers.add(telemetryStream, consumer), 'follow batches');
      await refused(() => manager.streams.add({ name: 'OTHER', subjects: ['other'] }), 'make a stream');
      for (const subject of ['events.>', 'telemetry.>', '_INBOX_api.>', '_INBOX.>', '>']) {
        const heard = new Promise<Error | null>((done) => connection.subscribe(subject, { callback: done, max: 1 }));
        t.match(await heard, /permission/i, `listen to ${subject}`);
      }
      const forbidden = [
        ...['STREAM.CREATE', 'STREAM.UPDATE', 'STREAM.DELETE', 'STREAM.PURGE', 'STREAM.MSG.GET', 'STREAM.MSG.DELETE'],
        ...['STREAM.SNAPSHOT', 'STREAM.RESTORE', 'STREAM.LEADER.STEPDOWN', 'STREAM.PEER.REMOVE', 'DIRECT.GET'],
        ...['CONSUMER.CREATE', 'CONSUMER.DURABLE.CREATE', 'CONSUMER.NAMES', 'CONSUMER.LIST'],
      ]
        .flatMap((act) => [telemetryStream, eventStream].map((stream) => `$JS.API.${act}.${stream}`))
        .concat(
          [
            'INFO',
            'STREAM.NAMES',
            'STREAM.LIST',
            `STREAM.INFO.${eventStream}`,
            'META.LEADER.STEPDOWN',
            'ACCOUNT.PURGE.$G',
          ]
            .concat(['DELETE', 'INFO', 'MSG.NEXT'].map((act) => `CONSUMER.${act}.${eventStream}.x`))
            .map((act) => `$JS.API.${act}`),
          [`$JS.ACK.${eventStream}.x.1.1.1.1.1`, `$JS.FC.${eventStream}.x`, '$SYS.REQ.SERVER.PING', '_INBOX_api.x'],
          ['_INBOX.x', 'events.x', 'anything', 'telemetry'],
        );
      const violated = new Set<string>();
      const status = connection.status();
      (async () => {
        for await (const one of status)
          if (one.type === 'error') violated.add(/publish to "([^"]+)"/i.exec(one.error.message)?.[1] ?? '');
      })();
      for (const subject of forbidden) connection.publish(subject, '{}');
      await until(async () => violated.size >= forbidden.length, 'every refusal').catch(() => {});
      t.same([...violated].sort(), [...forbidden].sort(), 'the server refuses each other subject by name');
      const relay = busOf('relay');
      await new Promise<void>((done) => void relay.onConnection(() => done()));
      const events = await streamManager(relay).then((streams) => streams.streams.info(eventStream));
      t.equal(events.state.messages, 1, 'nothing came to the events');

      // Where an answer goes is named by who publishes, and no permission looks at it.
      const streams = await streamManager(relay);
      const stored = async () => (await streams.streams.info(telemetryStream)).state;
      const before = await stored();
      const acts = ['STREAM.PURGE', 'STREAM.MSG.DELETE', 'STREAM.DELETE', 'STREAM.UPDATE', 'CONSUMER.CREATE'];
      const places = [
        ...acts.flatMap((act) => [telemetryStream, eventStream].map((stream) => `$JS.API.${act}.${stream}`)),
      ];
      places.push('events.none.app.Z', '_INBOX_api.x');
      for (const reply of places) connection.publish('telemetry.3.3', '{}', { reply });
      await until(async () => (await stored()).last_seq >= before.last_seq + places.length, 'all to be stored');
      const after = await stored();
      t.equal(after.messages, before.messages + places.length, 'no batch goes by what answers one');
      t.equal(after.first_seq, before.first_seq);
      t.equal((await streams.streams.info(eventStream)).state.messages, 1, 'no answer goes to the events');
      t.notOk(connection.isClosed(), 'and it goes on publishing');
    });
  },
);
