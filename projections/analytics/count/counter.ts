import type pg from 'pg';
import type { StoredBatch, TelemetryEnvelope, TelemetryEvent } from '#kernel/telemetry-log/log.ts';

/** What is counted of an event. */
export type CountedEvent = Pick<
  TelemetryEvent,
  'type' | 'at' | 'group_id' | 'story_id' | 'component_id' | 'watch_ms' | 'length_ms' | 'value'
>;

/** What is counted of a batch: its events are normalised. */
export interface CountedPayload extends TelemetryEnvelope {
  events: CountedEvent[];
}

/** A batch that is no duplicate. */
export interface CountedBatch {
  row: StoredBatch;
  payload: CountedPayload;
  /** 0 to 7; an instance is always in the same one. */
  lane: number;
}

/**
 * Counts batches in memory and adds the sums to some tables. `add` is called for each batch in log order and
 * writes nothing; `read` queries what is stored, before the transaction opens; `write` adds inside it, rows in the order
 * of their keys, so that two lanes never deadlock. `write` sends its statements before it waits for any.
 */
export interface Counter {
  add(batch: CountedBatch): void;
  read?(on: pg.ClientBase): Promise<void>;
  write(on: pg.ClientBase): Promise<unknown>;
  /** Called once what was written is durable. */
  committed?(): void;
}
