import { type ConsumerMessages, DeliverPolicy, jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { delay } from '../platform/delay.ts';
import type { Logger } from '../platform/log.ts';
import type { Bus } from './bus.ts';
import { eventStream } from './stream.ts';

const retryMs = 500;
const heartbeatMs = 1000;
const expiresMs = 10_000;
/** Timeout of JetStream requests, in ms. */
const answerMs = 2000;

/**
 * Calls `listener` for each event that enters the stream from now on, and whenever some may have been missed, until the
 * returned function is called. Only headers are delivered: events are read from the log, so a message that is lost,
 * late, repeated or forged costs its reader one poll and nothing else.
 */
export const followStream = (bus: Pick<Bus, 'onConnection'>, listener: () => void, log: Logger): (() => void) => {
  const stopping = new AbortController();
  const open = new Set<ConsumerMessages>();

  const listen = async (connection: NatsConnection): Promise<void> => {
    const { consumers } = jetstream(connection, { timeout: answerMs });
    const consumer = await consumers.get(eventStream, { deliver_policy: DeliverPolicy.New, headers_only: true });
    const messages = await consumer.consume({ expires: expiresMs, idle_heartbeat: heartbeatMs });
    open.add(messages);
    try {
      listener();
      if (stopping.signal.aborted) return;
      for await (const _ of messages) listener();
    } finally {
      open.delete(messages);
      messages.stop();
    }
  };
  const follow = async (connection: NatsConnection): Promise<void> => {
    while (!stopping.signal.aborted && !connection.isClosed()) {
      await listen(connection).catch((error) => log.debug({ err: error }, 'cannot follow the stream right now'));
      if (!stopping.signal.aborted) await delay(retryMs, stopping.signal);
    }
  };
  const unsubscribe = bus.onConnection((connection) => void follow(connection));

  return () => {
    unsubscribe();
    stopping.abort();
    for (const messages of open) messages.stop();
  };
};
