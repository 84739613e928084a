import type { SdkEventType } from '#contracts/sdk.ts';
import type { TelemetryPayload } from '#kernel/telemetry-log.ts';
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
  story_completed: ['completes', aboutStory],
  story_next: ['nexts', aboutStory],
  story_previous: ['prevs', aboutStory],
};

const places = new Map(counters.map((name, index) => [name, index]));
const watchPlace = places.get('watch_ms')!;

/** One subject on one UTC day. */
export interface Subject<S extends string> {
  app_id: string;
  scope: S;
  subject_id: string;
  day: string;
}

/** What a number of batches add: counts in the order of `counters`, and hashes of viewers. */
export interface Delta {
  counts: Map<string, Subject<Scope> & { values: number[] }>;
  viewers: Map<string, Subject<ViewerScope> & { hashes: Set<number> }>;
}

/** A delta that adds nothing. */
export const emptyDelta = (): Delta => ({ counts: new Map(), viewers: new Map() });

/** The precision of a scope's sketches. */
export const precisionOf = (scope: ViewerScope): number => (scope === 'active' ? activePrecision : reachPrecision);

/** The key of a subject's day, in whose order rows are written. */
export const keyOf = ({ app_id, scope, subject_id, day }: Subject<string>): string =>
  `${app_id} ${scope} ${subject_id} ${day}`;

const dayNames = new Map<number, string>();
/** The UTC day of a moment, as `YYYY-MM-DD`. */
export const dayOf = (ms: number): string => {
  const day = Math.floor(ms / 86_400_000);
  let name = dayNames.get(day);
  if (name === undefined) {
    if (dayNames.size > 1000) dayNames.clear();
    name = new Date(day * 86_400_000).toISOString().slice(0, 10);
    dayNames.set(day, name);
  }
  return name;
};

const countsOf = (delta: Delta, subject: Subject<Scope>): number[] => {
  const key = keyOf(subject);
  let held = delta.counts.get(key);
  if (!held) {
    held = { ...subject, values: new Array<number>(counters.length).fill(0) };
    delta.counts.set(key, held);
  }
  return held.values;
};

const see = (delta: Delta, subject: Subject<ViewerScope>, hash: number): void => {
  const key = keyOf(subject);
  const held = delta.viewers.get(key);
  if (held) held.hashes.add(hash);
  else delta.viewers.set(key, { ...subject, hashes: new Set([hash]) });
};

/** Adds an accepted batch to a delta. */
export const foldBatch = (delta: Delta, instanceId: string, batch: TelemetryPayload): void => {
  const { app_id } = batch;
  const hash = batch.viewer === null ? null : viewerHash(batch.viewer);
  for (const event of batch.events) {
    const day = dayOf(event.at);
    if (hash !== null) see(delta, { app_id, scope: 'active', subject_id: app_id, day }, hash);
    const move = moves[event.type];
    if (!move) continue;
    const [counter, scopes] = move;
    const subjects = { app: app_id, instance: instanceId, group: event.group_id, story: event.story_id };
    for (const scope of scopes) {
      const subject_id = subjects[scope];
      if (subject_id === undefined) continue;
      const subject = { app_id, scope, subject_id, day };
      const values = countsOf(delta, subject);
      values[places.get(counter)!]! += 1;
      if (event.type === 'story_left') values[watchPlace]! += event.watch_ms ?? 0;
      if (event.type === 'story_impression' && hash !== null) see(delta, subject, hash);
    }
  }
};
