import type { z } from 'zod';
import type { UnsaidChange } from './audit/change.ts';
import type { Actor, EventSchemas, EventsOf, Recorded } from './event.ts';
import type { UnixSeconds } from './time.ts';
import type { Phrase } from './words/phrase.ts';

/** What an event is about: a thing, what that thing is part of, and its title at that time (or a placeholder for it). */
export interface AuditSubject {
  type: string;
  id: string;
  title: string;
  parent_id: string | null;
}

/** A subject whose title may be words that are still to be said. */
export interface UnsaidSubject extends Omit<AuditSubject, 'title'> {
  title: string | Phrase;
}

/** Rewrites stored data of one event type from one schema version to the next. */
export type Upcaster = (data: Record<string, unknown>) => Record<string, unknown>;

/** How the audit tells of a noun's events; `before` and `after` are the folded states of the stream around the event. */
export interface NounAudit<Events extends EventSchemas, State> {
  /** What each event did, as the rest of a sentence that starts with who did it: a message of the noun's catalogue with its arguments. */
  sentences: {
    [Type in keyof Events & string]: (input: {
      data: z.output<Events[Type]>;
      before: State;
      after: State;
      by: Actor['type'];
    }) => Phrase;
  };
  /** What it changed, in real values and words; pictures, personal values and titles of other things are placeholders. */
  changes(event: Recorded<EventsOf<Events>>, before: State, after: State): UnsaidChange[];
  /**
   * Events whose sentence, title and changes hold no text that a person typed: placeholders in them are filled when they
   * are read. In all others, but those about a person, what looks like a placeholder stays as it was typed.
   */
  withPlaceholders?: readonly (keyof Events & string)[];
  /** The kinds of things that its events are about. */
  subjectTypes: readonly string[];
  /** What an event is about: a thing of one of these kinds. */
  subject(event: Recorded<EventsOf<Events>>, before: State, after: State): UnsaidSubject;
}

/** A noun: its events, the state that they fold to (null: they fold to nothing), and how the audit tells of them. */
export interface Noun<Events extends EventSchemas = EventSchemas, State = unknown> {
  events: Events;
  /** `by_id`: a stream for each thing, named by its id. `monthly`: facts of an account, a stream for each month (UTC). */
  streams: 'by_id' | 'monthly';
  fold: {
    /**
     * Which states `initial` and `evolve` make; to be raised when the same events fold to another state than before, since
     * stored states of another number are not read. `contracts/<noun>/states.test.ts` says when.
     */
    stateVersion: number;
    initial(id: string): State;
    /** An event that it does not know changes nothing. `ts` is when the event happened. */
    evolve(state: State, event: EventsOf<Events>, ts: UnixSeconds): State;
  } | null;
  audit: NounAudit<Events, State>;
  /** The account that the id in a stream's name tells, for events from before anyone had signed in. */
  accountIn?(id: string): string | null;
  /** Event type to the steps from schema version 1 to the present one. */
  upcasters?: { [Type in keyof Events & string]?: Upcaster[] };
}

/** A noun with the types of its events and its state tied together. */
export const defineNoun = <Events extends EventSchemas, State, Streams extends Noun['streams']>(
  noun: Noun<Events, State> & { streams: Streams },
): Noun<Events, State> & { streams: Streams } => noun;
