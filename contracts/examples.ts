import type { EventSchemas, EventsOf } from './event.ts';
import type { UnixSeconds } from './time.ts';

/** An id of an example: the same number is the same thing wherever it stands. */
export const exampleId = (n: number): string => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
/** Things that examples of several nouns name. */
export const exampleIds = {
  account: exampleId(20),
  app: exampleId(21),
  instance: exampleId(22),
  group: exampleId(10),
  owner: exampleId(1),
  creator: exampleId(3),
  staff: exampleId(5),
} as const;

/** The moment of the examples: 15 June 2024, 12:00 UTC. */
export const exampleTime: UnixSeconds = 1_718_452_800;

/** The name of an example's file: 64 digits made of `n`, as if they were its content's hash. */
export const exampleFile = (n: number, extension: string): string => `${String(n).padStart(64, '0')}.${extension}`;

type Missing<Events extends EventSchemas, Named extends Record<string, { type: string }>> = Exclude<
  keyof Events & string,
  Named[keyof Named]['type']
>;

/**
 * Named example events of a noun, in the order in which one stream of it could have them. A type of event without an
 * example does not compile.
 */
export const examplesOf =
  <Events extends EventSchemas>() =>
  <Named extends Record<string, EventsOf<Events>>>(
    named: Named & ([Missing<Events, Named>] extends [never] ? unknown : { missing: Missing<Events, Named> }),
  ): Named =>
    named;

/** The state that events fold to, all at the moment of the examples. */
export const stateAfter = <State, Event>(
  initial: State,
  evolve: (state: State, event: Event, ts: UnixSeconds) => State,
  events: readonly Event[],
): State => events.reduce((state, event) => evolve(state, event, exampleTime), initial);
