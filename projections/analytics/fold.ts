import type { SdkEventType } from '#contracts/sdk.ts';
import type { TelemetryEvent, TelemetryPayload } from '#kernel/telemetry/log.ts';
import { activePrecision, reachPrecision, viewerHash } from './sketch.ts';
import { type Counter, counters, type Scope, type ViewerScope } from './tables.ts';

const everywhere: Scope[] = ['app', 'instance', 'group', 'story'];
const aboutGroup: Scope[] = ['app', 'instance', 'group'];
const aboutStory: Scope[] = ['story'];

/** What each event type adds one to, and for which subjects. A type that is not here moves no counter. */
const moves: Partial<Record<SdkEventType, readonly [Counter, readonly Scope[]]>> = {
  story_impression: ['impressions', everywhere],
  story_clicked: ['clicks', everywhere],
  story_skipped: ['skips', everywhere],
  story_shared: ['shares', everywhere],
  story_left: ['leaves', everywhere],
  group_opened: ['opens', aboutGroup],
  group_closed: ['closes', everywhere],
  group_completed: ['completes', aboutGroup],
  group_next: ['nexts', aboutGroup],
  group_previous: ['prevs', aboutGroup],
  ivod_viewed: ['ivod_views', everywhere],
  story_completed: ['completes', aboutStory],
  story_next: ['nexts', aboutStory],
  story_previous: ['prevs', aboutStory],
};

const places = new Map(counters.map((name, index) => [name, index]));
const watchPlace = places.get('watch_ms')!;

/** One subject on one UTC day, as far as one lane counts it. */
export interface Subject<S extends string> {
  app_id: string;
  scope: S;
  subject_id: string;
  day: string;
  lane: number;
}

interface Added {
  values: number[] | null;
  hashes: Set<number> | null;
}
type LaneDelta = Map<ViewerScope, Map<number, Map<string, Subject<ViewerScope> & Added>>>;
/** What a number of batches add, by lane, scope, day since 1970 and subject. */
export type Delta = Map<number, LaneDelta>;

/** A delta that adds nothing. */
export const emptyDelta = (): Delta => new Map();

/** The precision of a scope's sketches. */
export const precisionOf = (scope: ViewerScope): number => (scope === 'active' ? activePrecision : reachPrecision);

/** The key of a subject's day, in whose order rows are written. */
export const keyOf = ({ app_id, scope, subject_id, day, lane }: Subject<string>): string =>
  `${app_id} ${scope} ${subject_id} ${day} ${lane}`;

const dayMs = 86_400_000;
/** The name of a day since 1970, as `YYYY-MM-DD`, UTC. */
export const dayName = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

// Nested maps rather than joined keys: joining four texts for each event and scope was a third of a flush.
const addedTo = (
  delta: LaneDelta,
  lane: number,
  scope: ViewerScope,
  day: number,
  app_id: string,
  subject_id: string,
): Added => {
  let days = delta.get(scope);
  if (!days) {
    days = new Map();
    delta.set(scope, days);
  }
  let subjects = days.get(day);
  if (!subjects) {
    subjects = new Map();
    days.set(day, subjects);
  }
  let added = subjects.get(subject_id);
  if (!added) {
    added = { app_id, scope, subject_id, day: dayName(day), lane, values: null, hashes: null };
    subjects.set(subject_id, added);
  }
  return added;
};

/** The rows of a delta that have counts, in the order in which they are written. */
export const countRows = (delta: Delta): (Subject<Scope> & { values: number[] })[] =>
  inOrder(delta).flatMap(({ values, scope, ...row }) =>
    values && scope !== 'active' ? [{ ...row, scope, values }] : [],
  );

/** The rows of a delta that have viewers, in the order in which they are written. */
export const viewerRows = (delta: Delta): (Subject<ViewerScope> & { hashes: Set<number> })[] =>
  inOrder(delta).flatMap(({ values: _, hashes, ...row }) => (hashes ? [{ ...row, hashes }] : []));

const inOrder = (delta: Delta) =>
  [...delta.values()]
    .flatMap((scopes) => [...scopes.values()])
    .flatMap((days) => [...days.values()].flatMap((subjects) => [...subjects.values()]))
    .map((row) => ({ key: keyOf(row), row }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);

/** Adds an accepted batch to a delta. */
export const foldBatch = (delta: Delta, lane: number, instanceId: string, batch: TelemetryPayload): void => {
  const { app_id } = batch;
  let own = delta.get(lane);
  if (!own) {
    own = new Map();
    delta.set(lane, own);
  }
  const hash = batch.viewer === null ? null : viewerHash(batch.viewer);
  const see = (added: Added) => {
    added.hashes ??= new Set();
    added.hashes.add(hash!);
  };
  for (const event of batch.events) {
    const day = Math.floor(event.at / dayMs);
    if (hash !== null) see(addedTo(own, lane, 'active', day, app_id, app_id));
    const move = moves[event.type];
    if (!move) continue;
    const [counter, scopes] = move;
    const place = places.get(counter)!;
    for (const scope of scopes) {
      const subject = subjectOf(scope, app_id, instanceId, event);
      if (subject === undefined) continue;
      const added = addedTo(own, lane, scope, day, app_id, subject);
      added.values ??= new Array<number>(counters.length).fill(0);
      added.values[place]! += 1;
      if (event.type === 'story_left') added.values[watchPlace]! += event.watch_ms ?? 0;
      if (event.type === 'story_impression' && hash !== null) see(added);
    }
  }
};

const subjectOf = (scope: Scope, appId: string, instanceId: string, event: TelemetryEvent): string | undefined => {
  if (scope === 'app') return appId;
  if (scope === 'instance') return instanceId;
  return scope === 'group' ? event.group_id : event.story_id;
};
