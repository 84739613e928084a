import type pg from 'pg';
import type { StoredBatch, TelemetryPayload } from '#kernel/telemetry/log.ts';

/** A batch that counts: seen for the first time, its events put right. */
export interface CountedBatch {
  row: StoredBatch;
  payload: TelemetryPayload;
  /** 0 to 7; an instance is always in the same one. */
  lane: number;
}

/**
 * What one flush adds to some tables. `add` is called for each batch in log order and touches nothing outside; `read`
 * looks at what is stored, before the transaction opens; `write` adds inside it, rows in the order of their keys, so
 * that flushes of two lanes never wait for each other in a circle.
 */
export interface Tally {
  add(batch: CountedBatch): void;
  read?(on: pg.ClientBase): Promise<void>;
  write(on: pg.ClientBase): Promise<void>;
  /** Called once what was written is durable. */
  committed?(): void;
}
