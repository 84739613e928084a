import type pg from 'pg';
import type { EpochMs } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { BusUnavailable } from '#kernel/messaging/bus.ts';
import { asBusError, streamManager } from '#kernel/messaging/stream.ts';
import { inboxDays } from '#kernel/telemetry-log/inbox-days.ts';
import { telemetryInfo } from '#kernel/telemetry-log/stream.ts';

export const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** An hour is finalised so long after its end, for late transactions. */
export const graceMs = 10 * 60_000;

type On = Pick<pg.Pool, 'query'>;

/** The end of the last finalised hour (unix ms), before which all are; null while there is none. */
export const finalisedUntil = async (on: On): Promise<EpochMs | null> => {
  const { rows } = await on.query<{ ms: EpochMs | null }>(
    'select extract(epoch from max(hour))::float8 * 1000 as ms from telemetry_hour',
  );
  const last = rows[0]!.ms;
  return last === null ? null : last + hourMs;
};

/** How far the stream is archived: when it was created (unix ms) and the sequence number of the last message. */
export const finalisedStreamEnd = async (on: On): Promise<{ made: EpochMs; end: number } | null> => {
  const { rows } = await on.query<{ made: EpochMs; end: number }>(
    `select stream_made as made, stream_end as end from telemetry_hour
      where stream_made is not null order by hour desc limit 1`,
  );
  return rows[0] ?? null;
};

/**
 * The info of the telemetry stream; null where there is none. Throws while NATS is down, unless Postgres is the log:
 * then the stream holds only what an earlier setting left there, which a later hour archives.
 */
export const readStreamInfo = async ({ bus, config }: Pick<Kernel, 'bus' | 'config'>) => {
  if (!bus) return null;
  try {
    const manager = await asBusError(streamManager(bus));
    const info = await asBusError(telemetryInfo(manager));
    return info && { manager, info };
  } catch (error) {
    if (config.TELEMETRY_LOG === 'postgres' && error instanceof BusUnavailable) return null;
    throw error;
  }
};

/** When the oldest batch of the inbox arrived, at most a day too early; null for an empty inbox. */
const oldestInboxBatch = async (analytics: Kernel['analytics']): Promise<EpochMs | null> => {
  const { rows } = await analytics.pool.query<{ ms: EpochMs | null }>(
    'select extract(epoch from min(received_at))::float8 * 1000 as ms from telemetry_batch_rest',
  );
  const rest = rows[0]!.ms;
  for (const { name, day } of await inboxDays(analytics)) {
    const { rowCount } = await analytics.pool.query(`select from ${name} limit 1`);
    if (rowCount) return rest === null ? day : Math.min(rest, day);
  }
  return rest;
};

/** The start of the next hour to finalise (unix ms); null until it is over for ten minutes, or without any batch. */
export const nextHour = async (
  kernel: Pick<Kernel, 'analytics' | 'bus' | 'config'>,
  now: EpochMs,
): Promise<EpochMs | null> => {
  const next = (await finalisedUntil(kernel.analytics.pool)) ?? (await firstHour(kernel));
  return next !== null && next + hourMs + graceMs <= now ? next : null;
};

/** The archive begins with a whole day, so that every day of the inbox has all of its hours in it. */
const firstHour = async (kernel: Pick<Kernel, 'analytics' | 'bus' | 'config'>): Promise<EpochMs | null> => {
  const stream = await readStreamInfo(kernel);
  const starts = [
    await oldestInboxBatch(kernel.analytics),
    stream && stream.info.state.messages > 0 ? Date.parse(stream.info.state.first_ts) : null,
  ].filter((start) => start !== null);
  return starts.length === 0 ? null : Math.floor(Math.min(...starts) / dayMs) * dayMs;
};
