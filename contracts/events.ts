import type { z } from 'zod';
import type { EventsOf } from './event.ts';
import type { Upcaster } from './noun.ts';
import { type NounName, nouns } from './nouns.ts';

/** Every event of the product. */
export type StoryrailEvent = { [Name in NounName]: EventsOf<(typeof nouns)[Name]['events']> }[NounName];
export type EventType = StoryrailEvent['type'];

/** Every event type with the schema of its data. */
export const eventSchemas = Object.assign({}, ...Object.values(nouns).map(({ events }) => events)) as {
  [Type in EventType]: z.ZodType<Extract<StoryrailEvent, { type: Type }>['data']>;
};

/** Rewrites of stored data from older shapes: type to a list of steps, the first from schema version 1 to 2. */
export const upcasters: Partial<Record<EventType, Upcaster[]>> = Object.assign(
  {},
  ...Object.values(nouns).map((noun) => noun.upcasters),
);

/** The schema version that a type is written with today. */
export const schemaVersion = (type: EventType): number => (upcasters[type]?.length ?? 0) + 1;
