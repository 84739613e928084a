import type pg from 'pg';
import type { Kernel } from '#kernel/kernel.ts';
import { BusDown } from '#kernel/messaging/bus.ts';
import { manageStreams, onBus } from '#kernel/messaging/stream.ts';
import { inboxDays } from '#kernel/telemetry-log/inbox-days.ts';
import { telemetryInfo } from '#kernel/telemetry-log/stream.ts';

export const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** So long after its end an hour is left alone, for whatever is late. */
export const graceMs = 10 * 60_000;

type On = Pick<pg.Pool, 'query'>;

/** The end of the last hour (unix ms) that is in the archive with all hours before it; null while there is none. */
export const sealedUntil = async (on: On): Promise<number | null> => {
  const { rows } = await on.query<{ ms: number | null }>(
    'select extract(epoch from max(hour))::float8 * 1000 as ms from telemetry_hour',
  );
  const last = rows[0]!.ms;
  return last === null ? null : last + hourMs;
};

/** How much of the stream is in the archive: when that stream was made (unix ms) and the number of the last message. */
export const sealedOfStream = async (on: On): Promise<{ made: number; end: number } | null> => {
  const { rows } = await on.query<{ made: number; end: number }>(
    `select stream_made as made, stream_end as end from telemetry_hour
      where stream_made is not null order by hour desc limit 1`,
  );
  return rows[0] ?? null;
};

/**
 * The stream for telemetry as it stands; null where there is none. Throws while it cannot be asked, unless Postgres is the
 * log: then the stream holds only what an earlier setting left there, and a later hour takes it in.
 */
export const streamNow = async ({ bus, config }: Pick<Kernel, 'bus' | 'config'>) => {
  if (!bus) return null;
  try {
    const manager = await onBus(manageStreams(bus));
    const info = await onBus(telemetryInfo(manager));
    return info && { manager, info };
  } catch (error) {
    if (config.TELEMETRY_LOG === 'postgres' && error instanceof BusDown) return null;
    throw error;
  }
};

/** When the oldest batch of the inbox arrived, at most a day too early; null for an empty one. */
const inboxStart = async (analytics: Kernel['analytics']): Promise<number | null> => {
  const { rows } = await analytics.pool.query<{ ms: number | null }>(
    'select extract(epoch from min(received_at))::float8 * 1000 as ms from telemetry_batch_rest',
  );
  const rest = rows[0]!.ms;
  for (const { name, day } of await inboxDays(analytics)) {
    const { rowCount } = await analytics.pool.query(`select from ${name} limit 1`);
    if (rowCount) return rest === null ? day : Math.min(rest, day);
  }
  return rest;
};

/** The next hour (its start, unix ms) for the archive; null while it is not over for ten minutes or nothing was ever accepted. */
export const nextHour = async (
  kernel: Pick<Kernel, 'analytics' | 'bus' | 'config'>,
  now: number,
): Promise<number | null> => {
  const next = (await sealedUntil(kernel.analytics.pool)) ?? (await firstHour(kernel));
  return next !== null && next + hourMs + graceMs <= now ? next : null;
};

/** The archive begins with a whole day, so that every day of the inbox has all of its hours in it. */
const firstHour = async (kernel: Pick<Kernel, 'analytics' | 'bus' | 'config'>): Promise<number | null> => {
  const stream = await streamNow(kernel);
  const starts = [
    await inboxStart(kernel.analytics),
    stream && stream.info.state.messages > 0 ? Date.parse(stream.info.state.first_ts) : null,
  ].filter((start) => start !== null);
  return starts.length === 0 ? null : Math.floor(Math.min(...starts) / dayMs) * dayMs;
};
