import { type SdkEventType, sdkEventTypes } from '#contracts/sdk/protocol.ts';
import { activePrecision, reachPrecision, viewerHash } from '../../rollups/sketch.ts';
import { type CounterColumn, counterColumns, type Scope, type ViewerScope, watchStepCount } from '../../tables.ts';
import type { CountedEvent, CountedPayload } from '../counter.ts';

const everywhere: Scope[] = ['app', 'instance', 'group', 'story'];
const aboutGroup: Scope[] = ['app', 'instance', 'group'];
const aboutStory: Scope[] = ['story'];

/** What each event type adds one to, and for which subjects. A type that is not here moves no counter. */
const counterOfType: Partial<Record<SdkEventType, readonly [CounterColumn, readonly Scope[]]>> = {
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
  bar_impression: ['covers', aboutGroup],
};

const counterIndexes = new Map(counterColumns.map((name, index) => [name, index]));
const watchIndex = counterIndexes.get('watch_ms')!;
const typeIndexes = new Map(sdkEventTypes.map((type, index) => [type, index]));
const [impression, left, bar] = (['story_impression', 'story_left', 'bar_impression'] as const).map(
  (type) => typeIndexes.get(type)!,
);
/** By scope and the type's index: the index of the counter that it increments, -1 for none. */
const counterIndexIn = Object.fromEntries(
  everywhere.map((scope) => [
    scope,
    sdkEventTypes.map((type) =>
      counterOfType[type]?.[1].includes(scope) ? counterIndexes.get(counterOfType[type][0])! : -1,
    ),
  ]),
) as Record<Scope, number[]>;

/** The key of a row: a subject on a UTC day in a lane. */
export interface SubjectDay<S extends string> {
  app_id: string;
  scope: S;
  subject_id: string;
  day: string;
  lane: number;
}

/** What happened to one story of a group, or to the group itself, on a day: how often by the index of each type. */
interface Leaf {
  group_id: string | undefined;
  story_id: string | undefined;
  types: number[];
  watch_ms: number;
  /** How many story_left events ended in each step of the story's length; null while none did. */
  steps: number[] | null;
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
/** The sums of a number of batches: by instance, app and day since 1970. */
export type DailyDelta = Map<string, Map<string, Map<number, InstanceDay>>>;

/** A delta without any batch. */
export const emptyDelta = (): DailyDelta => new Map();

/** The precision of a scope's sketches. */
export const sketchPrecision = (scope: ViewerScope): number => (scope === 'active' ? activePrecision : reachPrecision);

/** The key of a subject's day, in whose order rows are written. */
export const subjectDayKey = ({ app_id, scope, subject_id, day, lane }: SubjectDay<string>): string =>
  `${app_id} ${scope} ${subject_id} ${day} ${lane}`;

const dayMs = 86_400_000;
/** The ISO date of a day since 1970: `YYYY-MM-DD`, UTC. */
export const isoDayOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

const instanceDay = (
  delta: DailyDelta,
  lane: number,
  instance_id: string,
  app_id: string,
  day: number,
): InstanceDay => {
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
    found = { group_id, story_id, types, watch_ms: 0, steps: null, viewers: [], seenIn: 0 };
    stories.set(story_id, found);
  }
  return found;
};

const addStep = (leaf: Leaf, watchMs: number, lengthMs: number): void => {
  leaf.steps ??= new Array<number>(watchStepCount).fill(0);
  const step = lengthMs > 0 ? Math.floor((watchMs * watchStepCount) / lengthMs) : watchStepCount;
  leaf.steps[Math.min(watchStepCount - 1, step)]! += 1;
};

/** The number of the current batch, so that a viewer is added once for each batch. */
let batchNumber = 0;

/** Adds a batch to a delta. An event is counted once, at its story: scopes are summed up at the end. */
export const addToDelta = (delta: DailyDelta, lane: number, instanceId: string, batch: CountedPayload): void => {
  const { app_id, events } = batch;
  batchNumber += 1;
  const hash = batch.viewer === null ? null : viewerHash(batch.viewer);
  let own: InstanceDay | null = null;
  for (let index = 0; index < events.length; index += 1) {
    const event = events[index]!;
    const day = Math.floor(event.at / dayMs);
    if (own === null || own.day !== day) own = instanceDay(delta, lane, instanceId, app_id, day);
    if (hash !== null && own.activeIn !== batchNumber) {
      own.activeIn = batchNumber;
      own.active.push(hash);
    }
    const typeIndex = typeIndexes.get(event.type);
    if (typeIndex === undefined || counterOfType[event.type] === undefined) continue;
    // Of a bar as a whole it is nobody's figure.
    if (typeIndex === bar && event.group_id === undefined) continue;
    const leaf = leafOf(own, event);
    leaf.types[typeIndex]! += 1;
    if (typeIndex === left) {
      leaf.watch_ms += event.watch_ms ?? 0;
      if (event.length_ms !== undefined) addStep(leaf, event.watch_ms ?? 0, event.length_ms);
    }
    if (typeIndex === impression && hash !== null && leaf.seenIn !== batchNumber) {
      leaf.seenIn = batchNumber;
      leaf.viewers.push(hash);
    }
  }
};

/**
 * What a delta adds to a subject's day: `values` in the order of `counterColumns`, distinct viewer hashes in ascending
 * order.
 */
export interface DeltaRow extends SubjectDay<ViewerScope> {
  /** The day since 1970. */
  dayNumber: number;
  values: number[] | null;
  /** Of a story: what its watch steps grow by. */
  steps: number[] | null;
  hashes: Float64Array | null;
}
/** A row while it is built; `viewers` are lists that may overlap. */
interface RowBuilder {
  key: string;
  row: DeltaRow;
  viewers: number[][];
}

const createRowBuilders = () => {
  const rows = new Map<string, RowBuilder>();
  return {
    rows,
    of({ app_id, day: dayNumber, lane }: InstanceDay, day: string, scope: ViewerScope, subject_id: string): RowBuilder {
      const row: DeltaRow = {
        app_id,
        scope,
        subject_id,
        day,
        lane,
        dayNumber,
        values: null,
        steps: null,
        hashes: null,
      };
      const key = subjectDayKey(row);
      const existing = rows.get(key);
      if (existing) return existing;
      const made: RowBuilder = { key, row, viewers: [] };
      rows.set(key, made);
      return made;
    },
  };
};

const addLeaf = ({ row, viewers }: RowBuilder, leaf: Leaf): void => {
  const { types } = leaf;
  const moved = counterIndexIn[row.scope as Scope];
  for (let index = 0; index < types.length; index += 1) {
    const count = types[index]!;
    const counter = moved[index]!;
    if (count === 0 || counter < 0) continue;
    row.values ??= new Array<number>(counterColumns.length).fill(0);
    row.values[counter]! += count;
    if (index === left) row.values[watchIndex]! += leaf.watch_ms;
  }
  if (leaf.viewers.length > 0) viewers.push(leaf.viewers);
};

const sumOf = (sum: number[] | null, steps: readonly number[]): number[] =>
  steps.map((count, step) => count + (sum?.[step] ?? 0));

/** Distinct numbers in ascending order. */
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

const buildRows = (delta: DailyDelta): RowBuilder[] => {
  const { rows, of } = createRowBuilders();
  const days = [...delta.values()].flatMap((apps) => [...apps.values()].flatMap((own) => [...own.values()]));
  for (const own of days) {
    const day = isoDayOf(own.day);
    const [app, instance] = [of(own, day, 'app', own.app_id), of(own, day, 'instance', own.instance_id)];
    if (own.active.length > 0) of(own, day, 'active', own.app_id).viewers.push(own.active);
    for (const [group_id, stories] of own.leaves) {
      const group = group_id === undefined ? null : of(own, day, 'group', group_id);
      for (const leaf of stories.values()) {
        addLeaf(app, leaf);
        addLeaf(instance, leaf);
        if (group) addLeaf(group, leaf);
        if (leaf.story_id === undefined) continue;
        const story = of(own, day, 'story', leaf.story_id);
        addLeaf(story, leaf);
        if (leaf.steps) story.row.steps = sumOf(story.row.steps, leaf.steps);
      }
    }
  }
  return [...rows.values()];
};

/** The rows of a delta in the order of their keys, in which they are written. */
export const deltaRows = (delta: DailyDelta): DeltaRow[] =>
  buildRows(delta)
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row, viewers }) => {
      if (viewers.length > 0) row.hashes = distinct(viewers);
      return row;
    });

/** A row with counts. */
export type CountRow = DeltaRow & { scope: Scope; values: number[] };
/** Those rows that have counts. */
export const withCounts = (rows: readonly DeltaRow[]): CountRow[] =>
  rows.filter((row): row is CountRow => row.values !== null && row.scope !== 'active');

/** A row with viewers. */
export type ViewerRow = DeltaRow & { hashes: Float64Array };
/** Those rows that have viewers. */
export const withHashes = (rows: readonly DeltaRow[]): ViewerRow[] =>
  rows.filter((row): row is ViewerRow => row.hashes !== null);
