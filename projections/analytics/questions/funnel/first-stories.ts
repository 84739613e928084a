import { LRUCache } from 'lru-cache';
import type { StoryGroupState } from '#contracts/story-group/state.ts';
import { storyStatus } from '#contracts/story-group/status.ts';
import { evolveStream, initialState } from '#contracts/stream.ts';
import { type EpochMs, toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { Db } from '#kernel/db/pool.ts';
import { readStream, streamVersion } from '#kernel/event-store/read.ts';

const daySeconds = 86_400;
/** Groups whose past a process remembers. */
const maxRemembered = 500;

/** The story that came first in a group on a UTC day. */
export interface FirstStory {
  day: string;
  id: string;
  title: string;
}

/** From a moment on, until the next one: which story came first; null is none. */
interface Turn {
  from: UnixSeconds;
  first: Pick<FirstStory, 'id' | 'title'> | null;
}

const firstAt = ({ stories }: StoryGroupState, at: UnixSeconds): Turn['first'] => {
  const first = stories.find(
    ({ status, ts_start, ts_end }) =>
      status === storyStatus.active && (ts_start ?? 0) <= at && (ts_end === null || ts_end > at),
  );
  return first ? { id: first.id, title: first.title } : null;
};

/** The turns of a state that stands from `from` until `until`: at its beginning, and where the dates of a story say so. */
const turnsOf = (state: StoryGroupState, from: UnixSeconds, until: UnixSeconds): Turn[] => {
  const edges = state.stories.flatMap(({ ts_start, ts_end }) => [ts_start, ts_end]);
  const inside = edges.filter((edge): edge is number => edge !== null && edge > from && edge < until);
  return [from, ...inside.sort((a, b) => a - b)].map((at) => ({ from: at, first: firstAt(state, at) }));
};

const readTurns = async (pool: Db['pool'], stream: string): Promise<Turn[]> => {
  const events = await readStream(pool, stream);
  let state = initialState(stream);
  return events.flatMap((event, at) => {
    state = evolveStream(state, event);
    const next = events[at + 1];
    const until = next ? toSeconds(next.meta.ts) : Number.POSITIVE_INFINITY;
    return turnsOf(state as StoryGroupState, toSeconds(event.meta.ts), until);
  });
};

/** The story that was first for most of a time; null where there was none. */
const longestFirst = (turns: readonly Turn[], from: UnixSeconds, until: UnixSeconds): Turn['first'] => {
  const seconds = new Map<string, { first: NonNullable<Turn['first']>; length: number }>();
  for (const [at, turn] of turns.entries()) {
    const length = Math.min(until, turns[at + 1]?.from ?? until) - Math.max(from, turn.from);
    if (length <= 0 || !turn.first) continue;
    const held = seconds.get(turn.first.id)?.length ?? 0;
    seconds.set(turn.first.id, { first: turn.first, length: held + length });
  }
  return [...seconds.values()].sort((a, b) => b.length - a.length)[0]?.first ?? null;
};

const remembered = new LRUCache<string, { version: number; turns: Turn[] }>({ max: maxRemembered });

/**
 * The story that came first in a group for most of each of some UTC days, as far as they have gone: the first active one in
 * its order within its dates. Days without one are left out. Cost: the version of the group's stream, and the stream
 * itself where it has changed since.
 */
export const readFirstStories = async (
  { pool }: Pick<Db, 'pool'>,
  groupId: string,
  days: readonly string[],
  nowMs: EpochMs,
): Promise<FirstStory[]> => {
  const stream = `storyGroup-${groupId}`;
  const version = await streamVersion(pool, stream);
  const held = remembered.get(stream);
  const turns = held?.version === version ? held.turns : await readTurns(pool, stream);
  remembered.set(stream, { version, turns });
  return days.flatMap((day) => {
    const from = toSeconds(Date.parse(day));
    const first = longestFirst(turns, from, Math.min(from + daySeconds, toSeconds(nowMs)));
    return first ? [{ day, ...first }] : [];
  });
};
