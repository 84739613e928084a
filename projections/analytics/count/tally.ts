import type pg from 'pg';
import type { StoredBatch, TelemetryEnvelope, TelemetryEvent } from '#kernel/telemetry-log/log.ts';

/** What is counted of an event. */
export type CountedEvent = Pick<
  TelemetryEvent,
  'type' | 'at' | 'group_id' | 'story_id' | 'component_id' | 'watch_ms' | 'value'
>;

/** What is counted of a batch: its events are put right. */
export interface CountedPayload extends TelemetryEnvelope {
  events: CountedEvent[];
}

/** A batch that counts: seen for the first time. */
export interface CountedBatch {
  row: StoredBatch;
  payload: CountedPayload;
  /** 0 to 7; an instance is always in the same one. */
  lane: number;
}

/**
 * What one flush adds to some tables. `add` is called for each batch in log order and touches nothing outside; `read`
 * looks at what is stored, before the transaction opens; `write` adds inside it, rows in the order of their keys, so
 * that flushes of two lanes never wait for each other in a circle. `write` sends its statements before it waits for any.
 */
export interface Tally {
  add(batch: CountedBatch): void;
  read?(on: pg.ClientBase): Promise<void>;
  write(on: pg.ClientBase): Promise<unknown>;
  /** Called once what was written is durable. */
  committed?(): void;
}
