import { type SdkEventType, sdkEventTypes } from '#contracts/sdk.ts';
import { activePrecision, reachPrecision, viewerHash } from '../rollups/sketch.ts';
import { type Counter, counters, type Scope, type ViewerScope } from '../tables.ts';
import type { CountedEvent, CountedPayload } from './tally.ts';

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
const typePlaces = new Map(sdkEventTypes.map((type, index) => [type, index]));
const [impression, left] = [typePlaces.get('story_impression')!, typePlaces.get('story_left')!];
/** The same by scope and by the type's place: which counter it moves there, -1 for none. */
const movedIn = Object.fromEntries(
  everywhere.map((scope) => [
    scope,
    sdkEventTypes.map((type) => (moves[type]?.[1].includes(scope) ? places.get(moves[type][0])! : -1)),
  ]),
) as Record<Scope, number[]>;

/** One subject on one UTC day, as far as one lane counts it. */
export interface Subject<S extends string> {
  app_id: string;
  scope: S;
  subject_id: string;
  day: string;
  lane: number;
}

/** What happened to one story of a group, or to the group itself, on a day: how often by the place of each type. */
interface Leaf {
  group_id: string | undefined;
  story_id: string | undefined;
  types: number[];
  watch_ms: number;
  /** Who saw it, once for each batch. */
  viewers: number[];
  seenIn: number;
}
/** An instance on a day. What is said of its groups, of itself and of its app follows from its leaves. */
interface InstanceDay {
  app_id: string;
  instance_id: string;
  day: number;
  lane: number;
  /** Viewers with any event, once for each batch. */
  active: number[];
  activeIn: number;
  leaves: Map<string | undefined, Map<string | undefined, Leaf>>;
}
/** What a number of batches add: by instance, app and day since 1970. */
export type Delta = Map<string, Map<string, Map<number, InstanceDay>>>;

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

const instanceDay = (delta: Delta, lane: number, instance_id: string, app_id: string, day: number): InstanceDay => {
  let apps = delta.get(instance_id);
  if (!apps) {
    apps = new Map();
    delta.set(instance_id, apps);
  }
  let days = apps.get(app_id);
  if (!days) {
    days = new Map();
    apps.set(app_id, days);
  }
  let found = days.get(day);
  if (!found) {
    found = { app_id, instance_id, day, lane, active: [], activeIn: 0, leaves: new Map() };
    days.set(day, found);
  }
  return found;
};

const leafOf = ({ leaves }: InstanceDay, { group_id, story_id }: CountedEvent): Leaf => {
  let stories = leaves.get(group_id);
  if (!stories) {
    stories = new Map();
    leaves.set(group_id, stories);
  }
  let found = stories.get(story_id);
  if (!found) {
    const types = new Array<number>(sdkEventTypes.length).fill(0);
    found = { group_id, story_id, types, watch_ms: 0, viewers: [], seenIn: 0 };
    stories.set(story_id, found);
  }
  return found;
};

/** Tells batches apart. */
let folded = 0;

/** Adds an accepted batch to a delta. An event is counted once, by what it is about: scopes are added up at the end. */
export const foldBatch = (delta: Delta, lane: number, instanceId: string, batch: CountedPayload): void => {
  const { app_id, events } = batch;
  folded += 1;
  const hash = batch.viewer === null ? null : viewerHash(batch.viewer);
  let own: InstanceDay | null = null;
  for (let index = 0; index < events.length; index += 1) {
    const event = events[index]!;
    const day = Math.floor(event.at / dayMs);
    if (own === null || own.day !== day) own = instanceDay(delta, lane, instanceId, app_id, day);
    if (hash !== null && own.activeIn !== folded) {
      own.activeIn = folded;
      own.active.push(hash);
    }
    const place = typePlaces.get(event.type);
    if (place === undefined || moves[event.type] === undefined) continue;
    const leaf = leafOf(own, event);
    leaf.types[place]! += 1;
    if (place === left) leaf.watch_ms += event.watch_ms ?? 0;
    if (place === impression && hash !== null && leaf.seenIn !== folded) {
      leaf.seenIn = folded;
      leaf.viewers.push(hash);
    }
  }
};

/** What a delta adds to a subject's day: `values` in the order of `counters`, each viewer's hash once and the least first. */
export interface Row extends Subject<ViewerScope> {
  /** The day since 1970. */
  dayNumber: number;
  values: number[] | null;
  hashes: Float64Array | null;
}
/** The same while it is put together; `viewers` in pieces that may overlap. */
interface Gathering {
  key: string;
  row: Row;
  viewers: number[][];
}

const createRows = () => {
  const rows = new Map<string, Gathering>();
  return {
    rows,
    of({ app_id, day: dayNumber, lane }: InstanceDay, day: string, scope: ViewerScope, subject_id: string): Gathering {
      const row: Row = { app_id, scope, subject_id, day, lane, dayNumber, values: null, hashes: null };
      const key = keyOf(row);
      const known = rows.get(key);
      if (known) return known;
      const made: Gathering = { key, row, viewers: [] };
      rows.set(key, made);
      return made;
    },
  };
};

const addLeaf = ({ row, viewers }: Gathering, leaf: Leaf): void => {
  const { types } = leaf;
  const moved = movedIn[row.scope as Scope];
  for (let place = 0; place < types.length; place += 1) {
    const count = types[place]!;
    const counter = moved[place]!;
    if (count === 0 || counter < 0) continue;
    row.values ??= new Array<number>(counters.length).fill(0);
    row.values[counter]! += count;
    if (place === left) row.values[watchPlace]! += leaf.watch_ms;
  }
  if (leaf.viewers.length > 0) viewers.push(leaf.viewers);
};

/** Each number once, the least first. */
const distinct = (pieces: readonly number[][]): Float64Array => {
  const sorted = Float64Array.from(pieces.length === 1 ? pieces[0]! : pieces.flat()).sort();
  let kept = 0;
  for (let index = 0; index < sorted.length; index += 1)
    if (index === 0 || sorted[index] !== sorted[kept - 1]) {
      sorted[kept] = sorted[index]!;
      kept += 1;
    }
  return sorted.subarray(0, kept);
};

const gather = (delta: Delta): Gathering[] => {
  const { rows, of } = createRows();
  const days = [...delta.values()].flatMap((apps) => [...apps.values()].flatMap((own) => [...own.values()]));
  for (const own of days) {
    const day = dayName(own.day);
    const [app, instance] = [of(own, day, 'app', own.app_id), of(own, day, 'instance', own.instance_id)];
    if (own.active.length > 0) of(own, day, 'active', own.app_id).viewers.push(own.active);
    for (const [group_id, stories] of own.leaves) {
      const group = group_id === undefined ? null : of(own, day, 'group', group_id);
      for (const leaf of stories.values()) {
        addLeaf(app, leaf);
        addLeaf(instance, leaf);
        if (group) addLeaf(group, leaf);
        if (leaf.story_id !== undefined) addLeaf(of(own, day, 'story', leaf.story_id), leaf);
      }
    }
  }
  return [...rows.values()];
};

/** What a delta adds, in the order in which it is written. */
export const rowsOf = (delta: Delta): Row[] =>
  gather(delta)
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row, viewers }) => {
      if (viewers.length > 0) row.hashes = distinct(viewers);
      return row;
    });

/** A row with counts. */
export type CountRow = Row & { scope: Scope; values: number[] };
/** Those rows that have counts. */
export const withCounts = (rows: readonly Row[]): CountRow[] =>
  rows.filter((row): row is CountRow => row.values !== null && row.scope !== 'active');

/** A row with viewers. */
export type ViewerRow = Row & { hashes: Float64Array };
/** Those rows that have viewers. */
export const withHashes = (rows: readonly Row[]): ViewerRow[] =>
  rows.filter((row): row is ViewerRow => row.hashes !== null);
