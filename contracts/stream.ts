import type { Recorded } from './event.ts';
import type { StoryrailEvent } from './events.ts';
import type { Noun } from './noun.ts';
import { nouns } from './nouns.ts';
import { streamId, streamNoun } from './stream-name.ts';
import { toSeconds } from './time.ts';

/** The noun that a stream is of; undefined for a name that begins with none. */
export const nounOf = (stream: string): Noun | undefined => {
  const name = streamNoun(stream);
  return Object.hasOwn(nouns, name) ? (nouns as Record<string, unknown> as Record<string, Noun>)[name] : undefined;
};

/** The state of a stream before its first event, or null for a stream that folds to nothing: orders, security facts. */
export const initialState = (stream: string): unknown => nounOf(stream)?.fold?.initial(streamId(stream)) ?? null;

/** Which states a stream folds to, as its noun numbers them; null for a stream that folds to nothing. */
export const stateVersion = (stream: string): number | null => nounOf(stream)?.fold?.stateVersion ?? null;

/** Folds one recorded event into the state of its stream. */
export const evolveStream = (state: unknown, event: Recorded<StoryrailEvent>): unknown => {
  const fold = nounOf(event.meta.stream)?.fold;
  return fold ? fold.evolve(state, event as never, toSeconds(event.meta.ts)) : state;
};
