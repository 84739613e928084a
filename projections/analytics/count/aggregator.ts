import type pg from 'pg';
import type { EpochMs } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { BusUnavailable } from '#kernel/messaging/bus.ts';
import { createJetStreamSource } from '#kernel/telemetry-log/jetstream-source.ts';
import { lastLogPosition, type TelemetrySource } from '#kernel/telemetry-log/log.ts';
import { laneCount } from '#kernel/telemetry-log/partition.ts';
import { createPostgresSource } from '#kernel/telemetry-log/postgres-source.ts';
import { StaleWriter } from '../../stale-writer.ts';
import { allCounters } from './all-counters.ts';
import { lanesWithBatches } from './checkpoint.ts';
import { createLagGauge } from './lag.ts';
import { type Aggregation, processNextBatch } from './process-batch.ts';

const name = 'projection:analytics';
/** Batches in one transaction. */
const minBatches = 50;
const maxBatches = 5000;
/** While one lane's rows are written and another's are read, a third's are aggregated. */
const concurrentLanes = 3;

type Deps = Pick<Kernel, 'analytics' | 'config' | 'log' | 'notifier' | 'metrics' | 'bus'>;

/** Runs work on a connection, which is dropped when it broke or the work failed. */
export const withClient = async <T>(
  { analytics }: Pick<Kernel, 'analytics'>,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const client = await analytics.pool.connect();
  let failed: Error | undefined;
  const onError = (error: Error) => {
    failed = error;
  };
  client.on('error', onError);
  try {
    return await work(client);
  } catch (error) {
    if (!(error instanceof StaleWriter)) failed ??= error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.off('error', onError);
    client.release(failed);
  }
};

/**
 * Creates an aggregator of lanes: adapts the batch size so that transactions stay short, and exports the lag of the
 * lanes that it was given last. What is not counted yet is noted before it is counted, so that the lag grows while
 * counting fails.
 */
export const createAggregator = (deps: Deps, createCounters = allCounters()) => {
  const aggregation: Aggregation = { log: deps.log, createCounters, tables: 'live' };
  // Both logs are read, whichever is configured: what one still holds when the other takes over is counted, too.
  const stream = deps.bus && createJetStreamSource(deps.bus);
  const lag = createLagGauge(deps.metrics);
  let batchSize = 2000;

  const withLag = ({ name, read }: TelemetrySource): TelemetrySource => ({
    name,
    async read(lane, ...range) {
      const rows = await read(lane, ...range);
      lag.note(name, lane, rows[0]?.received_ms ?? null);
      return rows;
    },
  });

  const countBatch = async (lane: number, from: TelemetrySource | null) => {
    const size = batchSize;
    const result = await withClient(deps, (client) =>
      processNextBatch(client, aggregation, withLag(from ?? createPostgresSource(client)), lane, size, lastLogPosition),
    );
    if (result.transactionMs > 300) batchSize = Math.max(minBatches, Math.floor(batchSize / 2));
    else if (result.transactionMs < 150 && result.more) batchSize = Math.min(maxBatches, batchSize * 2);
    lag.note(from?.name ?? 'postgres', lane, result.more ? result.lastMs : null);
    return result;
  };

  /** Counts everything in a lane; answers how many batches were read. */
  const drainLane = async (
    lane: number,
    from: TelemetrySource | null,
    shouldContinue: () => boolean,
  ): Promise<number> => {
    let total = 0;
    while (shouldContinue()) {
      try {
        const result = await countBatch(lane, from);
        total += result.rows;
        if (!result.more) break;
      } catch (error) {
        if (!(error instanceof StaleWriter)) throw error;
        deps.log.warn({ part: name, lane }, error.message);
      }
    }
    return total;
  };

  const drainLog = async (lanes: readonly number[], from: TelemetrySource | null, shouldContinue: () => boolean) => {
    const waiting = [...lanes];
    let total = 0;
    const work = async () => {
      for (let lane = waiting.shift(); lane !== undefined; lane = waiting.shift()) {
        const counted = await drainLane(lane, from, shouldContinue);
        total += counted;
      }
    };
    const done = await Promise.allSettled(Array.from({ length: concurrentLanes }, work));
    if (total > 0) deps.notifier.notify('figures');
    for (const one of done) if (one.status === 'rejected') throw one.reason;
    return total;
  };

  /** The lanes with batches in the inbox. */
  const findWaiting = async (lanes: readonly number[], since: EpochMs): Promise<number[]> => {
    if (lanes.length === 0) return [];
    try {
      const waiting = await lanesWithBatches(deps.analytics.pool, lanes);
      const firsts = new Map(waiting.map((one) => [one.lane, one.received_ms]));
      for (const lane of lanes) lag.note('postgres', lane, firsts.get(lane) ?? null);
      return waiting.map(({ lane }) => lane);
    } finally {
      lag.suspectUnread('postgres', lanes, since);
    }
  };

  let busDown = false;
  return async (lanes: readonly number[], shouldContinue: () => boolean): Promise<number> => {
    const since = Date.now();
    lag.keepLanes(lanes);
    const counted = await drainLog(await findWaiting(lanes, since), null, shouldContinue);
    if (!stream) return counted;
    try {
      const streamed = await drainLog(lanes, stream, shouldContinue);
      busDown = false;
      return counted + streamed;
    } catch (error) {
      if (!(error instanceof BusUnavailable)) throw error;
      if (!busDown) deps.log.warn({ part: name }, `batches in JetStream wait to be counted: ${error.message}`);
      busDown = true;
      return counted;
    } finally {
      // While the other log is written, the stream has hardly anything.
      if (deps.config.TELEMETRY_LOG === 'jetstream') lag.suspectUnread('jetstream', lanes, since);
    }
  };
};

/** Counts everything readable in the logs, in short transactions. Answers how many batches it read. */
export const drainLogs = (deps: Deps, createCounters = allCounters()): Promise<number> =>
  createAggregator(deps, createCounters)(
    Array.from({ length: laneCount }, (_, lane) => lane),
    () => true,
  );
