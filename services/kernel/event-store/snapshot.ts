import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { stateVersion } from '#contracts/stream.ts';
import { loadStream, type StreamMark } from './read.ts';

/**
 * How much a stream gains before it gets a snapshot, in events or in characters of their data as JSON. To read and fold
 * that much takes some tens of milliseconds, in which the process answers nobody.
 */
export const snapshotEvery = { events: 1000, bytes: 1_048_576 };

/** Whether a stream has gained enough since its last snapshot (null: it has none). */
export const needsSnapshot = (now: StreamMark, last: StreamMark | null): boolean =>
  now.version - (last?.version ?? 0) >= snapshotEvery.events ||
  now.eventBytes - (last?.eventBytes ?? 0) >= snapshotEvery.bytes;

/**
 * Stores a folded state beside its stream. It replaces an earlier one, one of another `state_version`, and one that is
 * not of the stream's events; false where there is a better one, or the stream folds to nothing. What is given must be
 * folded from committed events.
 */
export const writeSnapshot = async (
  on: Pick<pg.Pool, 'query'>,
  stream: string,
  { state, version, eventBytes }: StreamMark & { state: unknown },
): Promise<boolean> => {
  const made = stateVersion(stream);
  if (made === null) return false;
  const { rowCount } = await on.query({
    name: 'write-snapshot',
    text: `insert into stream_snapshot as held (stream, version, state_version, event_id, event_bytes, state)
           select stream, version, $3::int, event_id, $4::bigint, $5::text from event where stream = $1 and version = $2
           on conflict (stream) do update
             set version = excluded.version, state_version = excluded.state_version, event_id = excluded.event_id,
                 event_bytes = excluded.event_bytes, state = excluded.state, written_at = excluded.written_at
           where held.version < excluded.version or held.state_version <> excluded.state_version
              or not exists (select from event last
                              where (last.stream, last.version, last.event_id) = (held.stream, held.version, held.event_id))`,
    values: [stream, version, made, eventBytes, JSON.stringify(state)],
  });
  return rowCount === 1;
};

/** Writes snapshots of streams that have become long, behind the commands. */
export interface SnapshotWriter {
  /** Takes note of a stream that was loaded or appended to, and of the snapshot it was loaded from. Costs no query. */
  note(stream: string, now: StreamMark, snapshot?: StreamMark | null): void;
  /** Resolves when all that was noted so far is written or given up. */
  idle(): Promise<void>;
}

const mostWaiting = 100;

/**
 * Makes a writer on a pool, for one process. One stream at a time is loaded and written, each on a connection of the pool
 * that only the statement takes. `tell` hears what became of each.
 */
export const createSnapshotWriter = (
  pool: Pick<pg.Pool, 'query'>,
  tell: (stream: string, outcome: { written: boolean } | { error: unknown }) => void = () => {},
): SnapshotWriter => {
  // Up to where each stream needs none: it has one, or was queued there. A failed try is repeated when as much again was
  // appended, not at once.
  const marks = new LRUCache<string, StreamMark>({ max: 1000 });
  const waiting: string[] = [];
  let running: Promise<void> | null = null;

  const write = async (stream: string): Promise<boolean> => {
    const loaded = await loadStream(pool, stream);
    const { version, eventBytes, snapshot } = loaded;
    if (!needsSnapshot(loaded, snapshot)) {
      if (snapshot) marks.set(stream, snapshot);
      return false;
    }
    marks.set(stream, { version, eventBytes });
    return writeSnapshot(pool, stream, loaded);
  };
  const drain = async (): Promise<void> => {
    for (let stream = waiting.shift(); stream !== undefined; stream = waiting.shift()) {
      try {
        tell(stream, { written: await write(stream) });
      } catch (error) {
        tell(stream, { error });
      }
    }
    running = null;
  };

  return {
    note(stream, now, snapshot = null) {
      const known = marks.get(stream) ?? null;
      const last = snapshot && snapshot.version > (known?.version ?? 0) ? snapshot : known;
      if (snapshot && last === snapshot) marks.set(stream, snapshot);
      if (!needsSnapshot(now, last) || stateVersion(stream) === null || waiting.length >= mostWaiting) return;
      marks.set(stream, { version: now.version, eventBytes: now.eventBytes });
      waiting.push(stream);
      running ??= drain();
    },
    idle: async () => void (await running),
  };
};
