import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Logger } from '../platform/log.ts';
import type { Db } from './pool.ts';

/** What processes notify each other of. */
export type NotifyTopic = 'events' | 'jobs' | 'telemetry' | 'figures' | 'delivery' | 'access' | 'studio' | 'billing';

/** Notifies all processes that share a database (LISTEN/NOTIFY). A notification can be lost; listeners also poll. */
export interface Notifier {
  /**
   * Notifies every process soon: calls within 3 ms, in a busy process within 40 ms, are sent as one, with each `detail`
   * once. `access` reaches listeners of this process at once.
   */
  notify(topic: NotifyTopic, detail?: string): void;
  /** Calls `listener` for each notification until the returned function is called. */
  on(topic: NotifyTopic, listener: (detail: string) => void): () => void;
  stop(): Promise<void>;
}

const channel = 'storyrail';
const debounceMs = 3;
/** Each NOTIFY is a transaction of its own, and these commit one after another: a busy process sends one this often. */
const minIntervalMs = 40;

/** Starts listening on one connection, which is opened again whenever it is lost. */
export const startNotifier = (db: Db, url: string, log: Logger): Notifier => {
  const emitter = new EventEmitter().setMaxListeners(100);
  const pending = new Map<string, Set<string>>();
  let timer: NodeJS.Timeout | null = null;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let lastSent = Number.NEGATIVE_INFINITY;
  let stopped = false;

  const flush = () => {
    timer = null;
    lastSent = performance.now();
    const payloads = [...pending].flatMap(([topic, details]) =>
      details.size > 50 ? [`${topic} *`] : [...details].map((detail) => `${topic} ${detail}`),
    );
    pending.clear();
    db.pool
      .query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [channel, payloads])
      .catch((error) => log.debug({ err: error }, 'could not send a wake-up; pollers will catch up'));
  };

  const listen = async () => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 });
    const reconnect = () => {
      if (client === next) client = null;
      if (!stopped && !retry)
        retry = setTimeout(() => {
          retry = null;
          void listen();
        }, 500);
    };
    next.on('error', reconnect);
    next.on('end', reconnect);
    next.on('notification', ({ payload = '' }) => {
      const [topic, detail = ''] = payload.split(' ');
      if (topic) emitter.emit(topic, detail);
    });
    try {
      await next.connect();
      if (stopped) return void next.end().catch(() => {});
      await next.query(`listen ${channel}`);
      client = next;
      for (const topic of emitter.eventNames()) emitter.emit(topic, '*');
    } catch {
      // One that did not come up need not end well.
      next.end().catch(() => {});
      reconnect();
    }
  };
  void listen();

  return {
    notify(topic, detail = '*') {
      const details = pending.get(topic) ?? new Set();
      pending.set(topic, details.add(detail));
      // So that nobody whose access ended goes on here for as long as the way through the database takes.
      if (topic === 'access') emitter.emit(topic, detail);
      timer ??= setTimeout(flush, Math.max(debounceMs, lastSent + minIntervalMs - performance.now()));
    },
    on(topic, listener) {
      emitter.on(topic, listener);
      return () => void emitter.off(topic, listener);
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      if (retry) clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
};
