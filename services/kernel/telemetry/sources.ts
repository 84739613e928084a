import type pg from 'pg';
import type { Kernel } from '../kernel.ts';
import { createJetStreamSource } from './jetstream-source.ts';
import type { TelemetrySource } from './log.ts';
import { createPostgresSource } from './postgres-source.ts';

/**
 * Everything that accepted batches stand in, for one reader, who keeps it: the log that ingest writes to, and the Postgres
 * inbox in any case, which may hold what was accepted before the setting was changed. `on` is the analytics database.
 */
export const openSources = (
  { bus, config }: Pick<Kernel, 'bus' | 'config'>,
  on: Pick<pg.ClientBase, 'query'>,
): readonly TelemetrySource[] => [
  createPostgresSource(on),
  ...(bus && config.TELEMETRY_LOG === 'jetstream' ? [createJetStreamSource(bus)] : []),
];
