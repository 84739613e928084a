import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { connect, credsAuthenticator, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import { type Config, ConfigError } from '../config.ts';
import type { Logger } from '../log.ts';

/** There is no use of NATS at the moment; the message says why. What was asked for may be asked for again. */
export class BusDown extends Error {}

/** A connection to NATS that is sought for as long as the process runs. Nothing that answers a request waits for it. */
export interface Bus {
  /** How many copies of each message the cluster keeps: 3 when three or more servers are named, else 1. */
  replicas: 1 | 3;
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

/** What an address with a user, a password or a token in it says; the client takes these apart from addresses. */
const signIn = ({ username, password }: URL): Pick<NodeConnectionOptions, 'user' | 'pass' | 'token'> => {
  if (!username) return {};
  const user = decodeURIComponent(username);
  return password ? { user, pass: decodeURIComponent(password) } : { token: user };
};

const credentials = (path: string): Uint8Array => {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigError(`NATS_CREDS cannot be read: ${(error as Error).message}`);
  }
};

const optionsOf = (urls: readonly URL[], creds: string | undefined): NodeConnectionOptions => ({
  name: 'storyrail',
  servers: urls.map((url) => url.host),
  ...signIn(urls.find((url) => url.username) ?? urls[0]!),
  ...(creds ? { authenticator: credsAuthenticator(credentials(creds)) } : {}),
  ...(urls.some((url) => url.protocol === 'tls:') ? { tls: {} } : {}),
  // Each attempt begins anew with the servers in another order, so that one that hangs is not met again and again.
  reconnect: false,
  timeout: connectMs,
  pingInterval: pingMs,
  maxPingOut: 2,
});

/**
 * Opens the connection of a process to the servers of NATS_URL and keeps it up; returns at once. Throws ConfigError when
 * the file of NATS_CREDS cannot be read.
 */
export const openBus = (config: { NATS_URL: string } & Pick<Config, 'NATS_CREDS'>, log: Logger): Bus => {
  const urls = config.NATS_URL.split(',').map((text) => new URL(text.trim()));
  const options = optionsOf(urls, config.NATS_CREDS);
  const listeners = new Set<(connection: NatsConnection) => void>();
  const stopping = new AbortController();
  let current: NatsConnection | null = null;
  let trouble = 'NATS was not reached yet';

  const pause = () => setTimeout(retryMs, undefined, { signal: stopping.signal }).catch(() => {});

  const hold = async (connection: NatsConnection): Promise<void> => {
    current = connection;
    log.info({ server: connection.getServer() }, 'connected to NATS');
    for (const connected of listeners) connected(connection);
    const why = await connection.closed();
    current = null;
    trouble = `the connection to NATS was lost${why ? `: ${why.message}` : ''}`;
  };

  const turn = async (): Promise<void> => {
    let connection: NatsConnection;
    try {
      connection = await connect(options);
    } catch (error) {
      trouble = `NATS cannot be reached: ${(error as Error).message}`;
      log.debug({ err: error }, 'NATS cannot be reached');
      return;
    }
    if (stopping.signal.aborted) return connection.close();
    await hold(connection);
    if (!stopping.signal.aborted) log.warn(trouble);
  };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await turn();
      if (!stopping.signal.aborted) await pause();
    }
  })();

  return {
    replicas: urls.length >= 3 ? 3 : 1,
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
