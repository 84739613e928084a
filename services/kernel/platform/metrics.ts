import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Counts a wait whenever a connection is asked for while all are in use, and shows how they are used at each scrape.
 */
const createPoolMetrics = (registers: Registry[]) => {
  const pools = new Map<string, pg.Pool>();
  const waits = new Counter({
    name: 'storyrail_db_pool_waits_total',
    help: 'Times that a connection was asked for while all were in use.',
    labelNames: ['pool'],
    registers,
  });
  new Gauge({
    name: 'storyrail_db_pool_connections',
    help: 'Connections by state: busy, idle; and who waits for one: waiting.',
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
    help: 'Time to answer, by route and status class.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  const httpTimes = new Map<string, { observe(seconds: number): void }>();
  const signInFailures = new Counter({
    name: 'storyrail_sign_in_failures_total',
    help: 'Sign-ins and proofs with a wrong password, by whether the e-mail has an account: known, unknown.',
    labelNames: ['email'],
    registers,
  });
  for (const email of ['known', 'unknown']) signInFailures.inc({ email }, 0);
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
      help: 'The longest pause of the event loop in each second.',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    eventLoopStalls: new Counter({
      name: 'storyrail_event_loop_stalls_total',
      help: 'Seconds in which the event loop stood still for half a second or more.',
      registers,
    }),
    eventLoopLastStall: new Gauge({
      name: 'storyrail_event_loop_last_stall_seconds',
      help: 'How long the event loop stood still the last time that it did; 0 when it never has.',
      registers,
    }),
    commands: new Counter({
      name: 'storyrail_commands_total',
      help: 'Commands by outcome: committed, replayed, refused, failed.',
      labelNames: ['outcome'],
      registers,
    }),
    signInFailures,
    append: new Histogram({
      name: 'storyrail_command_transaction_seconds',
      help: 'Length of command transactions.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
      registers,
    }),
    conflicts: new Counter({
      name: 'storyrail_stream_conflicts_total',
      help: 'Appends that met a newer version.',
      registers,
    }),
    snapshots,
    projectionLag: new Gauge({
      name: 'storyrail_projection_lag_seconds',
      help: 'Age of the oldest event that a projection has not applied.',
      labelNames: ['projection'],
      registers,
    }),
    projectionParked: new Gauge({
      name: 'storyrail_projection_parked_events',
      help: 'Events that a projection has set aside.',
      labelNames: ['projection'],
      registers,
    }),
    horizonAge: new Gauge({
      name: 'storyrail_horizon_age_seconds',
      help: 'Age of the oldest write transaction, which holds every reader back.',
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
      help: 'Instances that got at least ten times as many bytes of batches today as on the median of the seven days before.',
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
      help: 'Effects that are not done: outbox, waiting, active, delayed.',
      labelNames: ['state'],
      registers,
    }),
    deadLetters: new Gauge({
      name: 'storyrail_dead_letters',
      help: 'Effects that failed for good and wait for a decision.',
      registers,
    }),
    relayLag: new Gauge({
      name: 'storyrail_relay_lag_seconds',
      help: 'Age of the oldest event that was not published to NATS.',
      registers,
    }),
    relayPublished: new Counter({
      name: 'storyrail_relay_published_total',
      help: 'Events that NATS has acknowledged.',
      registers,
    }),
    relayFailures: new Counter({
      name: 'storyrail_relay_failures_total',
      help: 'Attempts to publish that NATS did not acknowledge.',
      registers,
    }),
    auditBroken: new Gauge({
      name: 'storyrail_audit_broken',
      help: '1 when the audit does not fit the log, 0 when all that was checked fits.',
      registers,
    }),
    auditRows: new Gauge({
      name: 'storyrail_audit_verified_rows',
      help: 'Rows of the audit that were checked against the log since the start of the last whole check.',
      registers,
    }),
    auditVerified: new Gauge({
      name: 'storyrail_audit_verified_timestamp_seconds',
      help: 'When the audit was last checked up to its end, unix time; 0: not yet.',
      registers,
    }),
    /** Shows the figures of a pool of connections under a name from now on. */
    watchPool: createPoolMetrics(registers),
  };
};
export type Metrics = ReturnType<typeof createMetrics>;
