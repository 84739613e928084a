import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Counts a wait whenever a connection is asked for while all are in use, and shows how they are used at each scrape.
 */
const createPoolMetrics = (registers: Registry[]) => {
  const pools = new Map<string, pg.Pool>();
  const waits = new Counter({
    name: 'storyrail_db_pool_waits_total',
    help: 'Requests for a connection while all were in use.',
    labelNames: ['pool'],
    registers,
  });
  new Gauge({
    name: 'storyrail_db_pool_connections',
    help: 'Connections by state (busy, idle) and requests waiting for one (waiting).',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, pool] of pools) {
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount);
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount);
      }
    },
  });
  return (name: string, pool: pg.Pool): void => {
    const { max } = pool.options;
    const counted = waits.labels({ pool: name });
    counted.inc(0);
    pools.set(name, pool);
    const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
    pool.connect = ((...given: unknown[]) => {
      if (pool.idleCount === 0 && pool.totalCount >= max) counted.inc();
      return connect(...given);
    }) as typeof pool.connect;
  };
};

/** The figures that /metrics shows for one process. */
export const createMetrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const http = new Histogram({
    name: 'storyrail_http_request_seconds',
    help: 'Response time by route and status class.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  const httpTimes = new Map<string, { observe(seconds: number): void }>();
  const signInFailures = new Counter({
    name: 'storyrail_sign_in_failures_total',
    help: 'Sign-ins and password confirmations with a wrong password, by whether the email has an account: known, unknown.',
    labelNames: ['email'],
    registers,
  });
  for (const email of ['known', 'unknown']) signInFailures.inc({ email }, 0);
  const sms = new Counter({
    name: 'storyrail_sms_total',
    help: 'Text messages by outcome: sent, late (not sent any more), undelivered (as the provider says).',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['sent', 'late', 'undelivered']) sms.inc({ outcome }, 0);
  const stripeWebhooks = new Counter({
    name: 'storyrail_stripe_webhooks_total',
    help: 'Webhooks of Stripe by outcome: accepted, ignored, refused.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['accepted', 'ignored', 'refused']) stripeWebhooks.inc({ outcome }, 0);
  const snapshots = new Counter({
    name: 'storyrail_stream_snapshots_total',
    help: 'Snapshots of long streams by outcome: written, used.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['written', 'used']) snapshots.inc({ outcome }, 0);
  return {
    registry,
    /** The clock of a route's answers, by method, route and status class; found by one key, since labels cost more. */
    httpTime: (method: string, route: string, status: string) => {
      const key = `${method} ${route} ${status}`;
      const found = httpTimes.get(key) ?? http.labels({ method, route, status });
      httpTimes.set(key, found);
      return found;
    },
    eventLoopPause: new Histogram({
      name: 'storyrail_event_loop_pause_seconds',
      help: 'Longest event loop pause in each second.',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    eventLoopStalls: new Counter({
      name: 'storyrail_event_loop_stalls_total',
      help: 'Seconds in which the event loop was blocked for half a second or more.',
      registers,
    }),
    eventLoopLastStall: new Gauge({
      name: 'storyrail_event_loop_last_stall_seconds',
      help: 'Length of the last event loop block. 0 if there was none.',
      registers,
    }),
    commands: new Counter({
      name: 'storyrail_commands_total',
      help: 'Commands by outcome: committed, replayed, refused, failed.',
      labelNames: ['outcome'],
      registers,
    }),
    signInFailures,
    sms,
    stripeWebhooks,
    append: new Histogram({
      name: 'storyrail_command_transaction_seconds',
      help: 'Duration of command transactions.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
      registers,
    }),
    conflicts: new Counter({
      name: 'storyrail_stream_conflicts_total',
      help: 'Appends that conflicted with a newer version.',
      registers,
    }),
    snapshots,
    projectionLag: new Gauge({
      name: 'storyrail_projection_lag_seconds',
      help: "Age of the oldest event that a projection hasn't applied.",
      labelNames: ['projection'],
      registers,
    }),
    projectionParked: new Gauge({
      name: 'storyrail_projection_parked_events',
      help: 'Events that a projection has parked.',
      labelNames: ['projection'],
      registers,
    }),
    horizonAge: new Gauge({
      name: 'storyrail_horizon_age_seconds',
      help: 'Age of the oldest write transaction, which holds back all readers of the log.',
      registers,
    }),
    ingestAccepted: new Counter({
      name: 'storyrail_ingest_events_total',
      help: 'SDK events by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    instancesAboveUsual: new Gauge({
      name: 'storyrail_ingest_instances_above_usual',
      help: 'Instances whose batches today have at least 1 MB and ten times the bytes of their seven-day median.',
      registers,
    }),
    largeDocuments: new Gauge({
      name: 'storyrail_delivery_document_large',
      help: 'Instances whose stories are more than 2 MiB in gzip.',
      registers,
    }),
    delivery: new Counter({
      name: 'storyrail_delivery_total',
      help: 'SDK deliveries by outcome: hit, miss, not_modified.',
      labelNames: ['outcome'],
      registers,
    }),
    jobs: new Counter({
      name: 'storyrail_jobs_total',
      help: 'Effects by outcome: done, skipped, retried, failed.',
      labelNames: ['effect', 'outcome'],
      registers,
    }),
    jobsOpen: new Gauge({
      name: 'storyrail_jobs_open',
      help: 'Pending effects by state: outbox, waiting, active, delayed.',
      labelNames: ['state'],
      registers,
    }),
    deadLetters: new Gauge({
      name: 'storyrail_dead_letters',
      help: 'Effects that failed permanently and wait for a decision.',
      registers,
    }),
    relayLag: new Gauge({
      name: 'storyrail_relay_lag_seconds',
      help: "Age of the oldest event that isn't published to NATS yet.",
      registers,
    }),
    relayPublished: new Counter({
      name: 'storyrail_relay_published_total',
      help: 'Events acknowledged by NATS.',
      registers,
    }),
    relayFailures: new Counter({
      name: 'storyrail_relay_failures_total',
      help: "Publishing attempts that NATS didn't acknowledge.",
      registers,
    }),
    auditBroken: new Gauge({
      name: 'storyrail_audit_broken',
      help: "1 if the audit doesn't match the log, 0 if everything checked so far matches.",
      registers,
    }),
    auditRows: new Gauge({
      name: 'storyrail_audit_verified_rows',
      help: 'Audit rows checked against the log since the last full check started.',
      registers,
    }),
    auditVerified: new Gauge({
      name: 'storyrail_audit_verified_timestamp_seconds',
      help: 'Unix time when the audit was last checked to its end. 0: not yet.',
      registers,
    }),
    /** Shows the figures of a pool of connections under a name from now on. */
    watchPool: createPoolMetrics(registers),
  };
};
export type Metrics = ReturnType<typeof createMetrics>;
