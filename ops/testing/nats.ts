import { DeliverPolicy, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { EventMeta } from '#contracts/event.ts';
import { type Bus, openBus } from '#kernel/messaging/bus.ts';
import { connectionOptions, type NatsSettings } from '#kernel/messaging/connection-options.ts';
import { eventStream } from '#kernel/messaging/stream.ts';
import { createLog, type Logger } from '#kernel/platform/log.ts';
import { nonEphemeralPort } from '../../loadtest/faults/processes.ts';
import { type NatsNode, startNatsServers } from '../cluster/nats.ts';
import { findNatsServer } from '../cluster/nats-server.ts';
import { until } from './harness.ts';
import { makeTempFolder } from './running.ts';

interface Test {
  teardown(work: () => Promise<unknown>): void;
}

/** nats-servers of a test, all of them ready. */
export interface TestNats {
  nodes: NatsNode[];
  /** As NATS_URL names them. */
  url: string;
  dir: string;
  ready(): Promise<void>;
}

/** Starts nats-servers for a test: one, or a cluster of three. */
export const startTestNats = async (
  t: Test,
  count: 1 | 3,
  given: { more?: string; jetstream?: string } = {},
): Promise<TestNats> => {
  const program = findNatsServer();
  if (!program) throw new Error('there is no nats-server: install the package, or set NATS_SERVER to its program');
  const { dir, remove } = await makeTempFolder();
  const ports = [];
  for (let n = 0; n < count; n += 1)
    ports.push({
      client: await nonEphemeralPort(),
      route: await nonEphemeralPort(),
      monitor: await nonEphemeralPort(),
    });
  const died: string[] = [];
  const nodes = await startNatsServers({ program, dir, ports, onDeath: (words) => died.push(words), ...given });
  t.teardown(async () => {
    for (const node of nodes) node.signal('SIGCONT');
    await Promise.all(nodes.map((node) => node.down()));
    await remove();
  });
  const ready = () =>
    until(async () => (await Promise.all(nodes.map((node) => node.ready()))).every(Boolean), 'the nats-servers');
  await until(async () => {
    if (died.length > 0) throw new Error(died.join('\n'));
    return (await Promise.all(nodes.map((node) => node.ready()))).every(Boolean);
  }, 'the nats-servers to start');
  return { nodes, url: nodes.map((node) => node.url).join(','), dir, ready };
};

/** A connection of a test's own to the servers, through the product's code. */
export const openTestBus = (
  t: Test,
  url: string,
  log: Logger = createLog('silent'),
  files: Partial<Pick<NatsSettings, 'NATS_CREDS' | 'NATS_CA'>> = {},
): Bus => {
  const bus = openBus({ NATS_CREDS: undefined, NATS_CA: undefined, ...files, NATS_URL: url }, log);
  t.teardown(bus.stop);
  return bus;
};

/** A message of the stream: its message id, where it was published, and what it says. */
export interface StreamMessage {
  id: string;
  subject: string;
  event: { type: string; schema_version: number; data: unknown; meta: EventMeta };
}

/** Everything that the stream holds, in its order; empty while it does not exist. */
export const readStreamMessages = async (
  url: string,
  files: Partial<Pick<NatsSettings, 'NATS_CREDS' | 'NATS_CA'>> = {},
): Promise<StreamMessage[]> => {
  const settings = { NATS_CREDS: undefined, NATS_CA: undefined, ...files, NATS_URL: url };
  const connection = await connect({ ...connectionOptions(settings), timeout: 5000 });
  try {
    const manager = await jetstreamManager(connection, { checkAPI: false });
    const info = await manager.streams.info(eventStream).catch(() => null);
    const found: StreamMessage[] = [];
    if (!info || info.state.messages === 0) return found;
    let next = info.state.first_seq;
    // While the servers elect who leads, no consumer can be made, and one that was made before may hear no more.
    await until(async () => {
      try {
        const from = { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: next };
        const consumer = await manager.jetstream().consumers.get(eventStream, from);
        const messages = await consumer.fetch({ max_messages: info.state.messages, expires: 5000 });
        for await (const message of messages) {
          found.push({
            id: message.headers?.get('Nats-Msg-Id') ?? '',
            subject: message.subject,
            event: message.json(),
          });
          next = message.seq + 1;
          if (next > info.state.last_seq) break;
        }
      } catch (error) {
        if ((error as Error).name !== 'TimeoutError') throw error;
      }
      return next > info.state.last_seq;
    }, 'the whole stream to be read');
    return found;
  } finally {
    await connection.close();
  }
};

/**
 * What the stream holds compared with the log: how many events are missing, how many come twice, whether the order is
 * the log's.
 */
export const compareWithLog = (
  messages: readonly Pick<StreamMessage, 'id'>[],
  log: readonly string[],
): { gaps: number; doubles: number; inOrder: boolean } => {
  const ids = messages.map(({ id }) => id);
  const there = new Set(ids);
  const gaps = log.filter((id) => !there.has(id)).length;
  const inOrder = ids.length === log.length && ids.every((id, index) => id === log[index]);
  return { gaps, doubles: ids.length - there.size, inOrder };
};

/** The server that leads the stream, asked over a connection of its own; null while none can be reached that says. */
export const streamLeader = async (url: string): Promise<string | null> => {
  const servers = url.split(',').map((one) => new URL(one).host);
  const connection = await connect({ servers, timeout: 1000, reconnect: false }).catch(() => null);
  if (!connection) return null;
  try {
    const manager = await jetstreamManager(connection, { checkAPI: false, timeout: 1000 });
    const { cluster } = await manager.streams.info(eventStream);
    // A server without others tells of no cluster.
    return cluster ? (cluster.leader ?? null) : connection.getServer();
  } catch {
    return null;
  } finally {
    await connection.close();
  }
};

/** Whether the stream can be reached and has a leader. */
export const streamAnswers = async (url: string): Promise<boolean> => (await streamLeader(url)) !== null;
