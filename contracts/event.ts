import type { z } from 'zod';
import type { EpochMs } from './time.ts';

/** A noun's events: event type to the schema of its data. */
export type EventSchemas = Record<string, z.ZodType>;

/** The union `{type, data}` of a noun's events, derived from its schemas. */
export type EventsOf<S extends EventSchemas> = {
  [K in keyof S & string]: { type: K; data: z.output<S[K]> };
}[keyof S & string];

/** Who did something: a person, a member of staff, the system itself or a program with an API token. */
export interface Actor {
  type: 'user' | 'staff' | 'system' | 'api_token';
  /** The user id; null for the system. */
  id: string | null;
}

/** Why the system did something, shown in audit and history. */
export interface Cause {
  type: string;
  id: string;
  detail: string;
}

/** What stands beside every event: who, when, in answer to which request. Never personal data. */
export interface EventMeta {
  event_id: string;
  stream: string;
  /** 1 for the first event of a stream. */
  version: number;
  account_id: string | null;
  actor: Actor;
  on_behalf_of: string | null;
  correlation_id: string;
  request_id: string | null;
  cause: Cause | null;
  ts: EpochMs;
}

/** An event as it stands in the log. */
export type Recorded<E = { type: string; data: unknown }> = E & {
  meta: EventMeta;
};

/** A personal value that changed, by reference: the values live where they can be erased. */
export interface PersonalChange {
  field: string;
  from_ref: string | null;
  to_ref: string | null;
}
