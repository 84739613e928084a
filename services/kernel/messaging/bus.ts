import { setTimeout } from 'node:timers/promises';
import { connect, createInbox, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import type { Logger } from '../platform/log.ts';
import { type BusSettings, connectionOptions, refusalWords, serversOf } from './address.ts';

/** There is no use of NATS at the moment; the message says why. What was asked for may be asked for again. */
export class BusDown extends Error {}

/** A connection to NATS that is sought for as long as the process runs. Nothing that answers a request waits for it. */
export interface Bus {
  /** How many copies of each message the cluster keeps: 3 when three or more servers are named, else 1. */
  replicas: 1 | 3;
  /** A subject of its own, on which this process may be answered. */
  newInbox(): string;
  /** The connection; throws BusDown at once when there is none. */
  use(): NatsConnection;
  /** Gives this connection up and takes another, where there are several servers with another one of them. */
  leave(): void;
  /** Calls `connected` now, if there is a connection, and for each new one until the returned function is called. */
  onConnection(connected: (connection: NatsConnection) => void): () => void;
  stop(): Promise<void>;
}

const connectMs = 1000;
const retryMs = 250;
const pingMs = 1000;

const optionsOf = (settings: BusSettings): NodeConnectionOptions => ({
  ...connectionOptions(settings),
  name: 'storyrail',
  // Each attempt begins anew with the servers in another order, so that one that hangs is not met again and again.
  reconnect: false,
  timeout: connectMs,
  pingInterval: pingMs,
  maxPingOut: 2,
});

/**
 * Opens the connection of a process to the servers of NATS_URL and keeps it up; returns at once. Why there is none is logged
 * once for each reason. Throws ConfigError when the file of NATS_CREDS or NATS_CA cannot be read.
 */
export const openBus = (config: BusSettings, log: Logger): Bus => {
  const options = optionsOf(config);
  const listeners = new Set<(connection: NatsConnection) => void>();
  const stopping = new AbortController();
  let current: NatsConnection | null = null;
  let trouble = 'NATS was not reached yet';
  const said = new Set<string>();

  const complain = (words: string): void => {
    trouble = words;
    if (stopping.signal.aborted || said.has(words)) return;
    said.add(words);
    log.warn(words);
  };

  const pause = () => setTimeout(retryMs, undefined, { signal: stopping.signal }).catch(() => {});

  const hold = async (connection: NatsConnection): Promise<void> => {
    current = connection;
    said.clear();
    log.info({ server: connection.getServer() }, 'connected to NATS');
    for (const connected of listeners) connected(connection);
    const why = await connection.closed();
    current = null;
    complain(`the connection to NATS was lost${why ? `: ${why.message}` : ''}`);
  };

  const turn = async (): Promise<void> => {
    let connection: NatsConnection;
    try {
      connection = await connect(options);
    } catch (error) {
      log.debug({ err: error }, 'an attempt to connect to NATS failed');
      return complain(refusalWords(error as Error));
    }
    if (stopping.signal.aborted) return connection.close();
    await hold(connection);
  };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await turn();
      if (!stopping.signal.aborted) await pause();
    }
  })();

  return {
    replicas: serversOf(config).length >= 3 ? 3 : 1,
    newInbox: () => createInbox(config.NATS_INBOX),
    use() {
      if (!current || current.isClosed()) throw new BusDown(trouble);
      return current;
    },
    leave: () => void current?.close().catch(() => {}),
    onConnection(connected) {
      listeners.add(connected);
      if (current && !current.isClosed()) connected(current);
      return () => void listeners.delete(connected);
    },
    async stop() {
      stopping.abort();
      await current?.close().catch(() => {});
      await running;
    },
  };
};
