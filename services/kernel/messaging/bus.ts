import { connect, createInbox, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import { delay } from '../platform/delay.ts';
import type { Logger } from '../platform/log.ts';
import { connectionErrorMessage, connectionOptions, type NatsSettings, serversOf } from './connection-options.ts';

/** NATS cannot be used at the moment; the message says why. The call may be repeated. */
export class BusUnavailable extends Error {}

/**
 * The NATS connection of a process, which is re-established for as long as the process runs. No request waits for it.
 */
export interface Bus {
  /** Replicas of each message: 3 when three or more servers are named, else 1. */
  replicas: 1 | 3;
  /** A unique subject for replies to this process. */
  newInbox(): string;
  /** The connection; throws BusUnavailable at once when there is none. */
  connection(): NatsConnection;
  /** Closes this connection and opens another, with several servers to another one of them. */
  switchServer(): void;
  /** Calls `connected` now, if there is a connection, and for each new one until the returned function is called. */
  onConnection(connected: (connection: NatsConnection) => void): () => void;
  stop(): Promise<void>;
}

const connectMs = 1000;
const retryMs = 250;
const pingMs = 1000;

const optionsOf = (settings: NatsSettings): NodeConnectionOptions => ({
  ...connectionOptions(settings),
  name: 'storyrail',
  // Each attempt begins anew with the servers in another order, so that one that hangs is not met again and again.
  reconnect: false,
  timeout: connectMs,
  pingInterval: pingMs,
  maxPingOut: 2,
});

/**
 * Opens the connection of a process to the servers of NATS_URL and keeps it up; returns at once. Failures are logged
 * once for each reason. Throws ConfigError when the file of NATS_CREDS or NATS_CA cannot be read.
 */
export const openBus = (config: NatsSettings, log: Logger): Bus => {
  const options = optionsOf(config);
  const listeners = new Set<(connection: NatsConnection) => void>();
  const stopping = new AbortController();
  let current: NatsConnection | null = null;
  let failure = 'NATS was not reached yet';
  const logged = new Set<string>();

  const reportFailure = (words: string): void => {
    failure = words;
    if (stopping.signal.aborted || logged.has(words)) return;
    logged.add(words);
    log.warn(words);
  };
  const hold = async (connection: NatsConnection): Promise<void> => {
    current = connection;
    logged.clear();
    log.info({ server: connection.getServer() }, 'connected to NATS');
    for (const connected of listeners) connected(connection);
    const why = await connection.closed();
    current = null;
    reportFailure(`the connection to NATS was lost${why ? `: ${why.message}` : ''}`);
  };

  const connectOnce = async (): Promise<void> => {
    let connection: NatsConnection;
    try {
      connection = await connect(options);
    } catch (error) {
      log.debug({ err: error }, 'could not connect to NATS');
      return reportFailure(connectionErrorMessage(error as Error));
    }
    if (stopping.signal.aborted) return connection.close();
    await hold(connection);
  };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await connectOnce();
      if (!stopping.signal.aborted) await delay(retryMs, stopping.signal);
    }
  })();

  return {
    replicas: serversOf(config).length >= 3 ? 3 : 1,
    newInbox: () => createInbox(config.NATS_INBOX),
    connection() {
      if (!current || current.isClosed()) throw new BusUnavailable(failure);
      return current;
    },
    // What is wrong with a connection that is given up is of no interest to anybody.
    switchServer: () => void current?.close().catch(() => {}),
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
