import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Logger } from '../platform/log.ts';
import type { Db } from './pool.ts';

/** What processes wake each other for. */
export type WakeTopic = 'events' | 'jobs' | 'telemetry' | 'figures' | 'delivery' | 'access';

/** Wakes sleepers in all processes that share a database. A wake-up can be lost; whoever waits also polls. */
export interface Wake {
  /** Tells every process, soon; calls within a few milliseconds, of a busy process within 40, become one. `detail` of the last call is sent. The process itself hears of `access` at once. */
  tell(topic: WakeTopic, detail?: string): void;
  /** Calls `heard` for each wake-up until the returned function is called. */
  on(topic: WakeTopic, heard: (detail: string) => void): () => void;
  stop(): Promise<void>;
}

const channel = 'storyrail';
const gatherMs = 3;
/** Each telling is a transaction of its own, which commits after all others: a busy process makes one this often. */
const restMs = 40;

/** Listens on one connection, reconnecting while the database is away. */
export const startWake = (db: Db, url: string, log: Logger): Wake => {
  const emitter = new EventEmitter().setMaxListeners(100);
  const waiting = new Map<string, Set<string>>();
  let timer: NodeJS.Timeout | null = null;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let told = Number.NEGATIVE_INFINITY;
  let stopped = false;

  const flush = () => {
    timer = null;
    told = performance.now();
    const payloads = [...waiting].flatMap(([topic, details]) =>
      details.size > 50 ? [`${topic} *`] : [...details].map((detail) => `${topic} ${detail}`),
    );
    waiting.clear();
    db.pool
      .query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [channel, payloads])
      .catch((error) => log.debug({ err: error }, 'a wake-up was not sent; pollers will notice'));
  };

  const listen = async () => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 });
    const again = () => {
      if (client === next) client = null;
      if (!stopped && !retry)
        retry = setTimeout(() => {
          retry = null;
          void listen();
        }, 500);
    };
    next.on('error', again);
    next.on('end', again);
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
      next.end().catch(() => {});
      again();
    }
  };
  void listen();

  return {
    tell(topic, detail = '*') {
      const details = waiting.get(topic) ?? new Set();
      waiting.set(topic, details.add(detail));
      // Here nobody who was shut out goes on for as long as the way through the database takes.
      if (topic === 'access') emitter.emit(topic, detail);
      timer ??= setTimeout(flush, Math.max(gatherMs, told + restMs - performance.now()));
    },
    on(topic, heard) {
      emitter.on(topic, heard);
      return () => void emitter.off(topic, heard);
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      if (retry) clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
};
