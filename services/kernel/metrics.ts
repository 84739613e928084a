import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The figures that /metrics shows for one process. */
export const createMetrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    http: new Histogram({
      name: 'storyrail_http_request_seconds',
      help: 'Time to answer, by route and status class.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
    commands: new Counter({
      name: 'storyrail_commands_total',
      help: 'Commands by outcome: committed, replayed, refused, failed.',
      labelNames: ['outcome'],
      registers,
    }),
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
    delivery: new Counter({
      name: 'storyrail_delivery_total',
      help: 'SDK deliveries by outcome: hit, miss, not_modified.',
      labelNames: ['outcome'],
      registers,
    }),
    jobs: new Counter({
      name: 'storyrail_jobs_total',
      help: 'Effects by outcome.',
      labelNames: ['effect', 'outcome'],
      registers,
    }),
    poolWaiting: new Gauge({
      name: 'storyrail_db_pool_waiting',
      help: 'Requests that wait for a connection.',
      registers,
    }),
  };
};
export type Metrics = ReturnType<typeof createMetrics>;
