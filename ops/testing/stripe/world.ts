import { createHash } from 'node:crypto';
import { missingRow } from './fault.ts';
import type { StripeEventRow, StripeRow, SubscriptionRow } from './rows.ts';

/** The version of the API that the stand-in speaks. */
export const stripeVersion = '2026-10-28.endive';

/** What is set on Stripe's own pages: when a failed payment is tried again, and what becomes of the subscription after the last try. */
export interface DunningSettings {
  /** Days after the first failure. */
  retryDays: readonly number[];
  afterwards: 'canceled' | 'unpaid' | 'past_due';
}

/** All that the stand-in knows. */
export interface StripeWorld {
  rows: Map<string, StripeRow>;
  events: StripeEventRow[];
  /** What each row said when an event last told of it. */
  told: Map<string, StripeRow>;
  /** Unix milliseconds. */
  now: number;
  made: number;
  dunning: DunningSettings;
  /** What each method's charges are refused with, by its id; set by a test. */
  refusing: Map<string, string>;
  /** What subscriptions are once the update that waits for its payment is paid, by their ids. */
  pending: Map<string, SubscriptionRow>;
  /** Where its own pages are. */
  url: string;
  request: { id: string | null; idempotency_key: string | null };
  onEvent: (event: StripeEventRow) => void;
}

/** A world without objects, at `now` (unix milliseconds). */
export const createWorld = (now: number, dunning: DunningSettings): StripeWorld => ({
  rows: new Map(),
  events: [],
  told: new Map(),
  now,
  made: 0,
  dunning,
  refusing: new Map(),
  pending: new Map(),
  url: '',
  request: { id: null, idempotency_key: null },
  onEvent: () => {},
});

/** A world of its own with the same objects, which tells nobody of its events. */
export const copyWorld = (world: StripeWorld): StripeWorld => ({
  ...world,
  rows: structuredClone(world.rows),
  events: [...world.events],
  told: new Map(world.told),
  refusing: new Map(world.refusing),
  pending: structuredClone(world.pending),
  onEvent: () => {},
});

/** Does `work` in a copy that takes the world's place when it succeeds; when it throws, nothing has happened. */
export const allOrNothing = <T>(world: StripeWorld, work: (copy: StripeWorld) => T): T => {
  const copy = copyWorld(world);
  const answer = work(copy);
  const { onEvent } = world;
  const before = world.events.length;
  Object.assign(world, copy, { onEvent });
  for (const event of world.events.slice(before)) onEvent(event);
  return answer;
};

/** The time of the world in unix seconds. */
export const seconds = ({ now }: StripeWorld): number => Math.floor(now / 1000);

/** A new id with the prefix of its kind. */
export const newId = (world: StripeWorld, prefix: string): string => {
  world.made += 1;
  const digest = createHash('sha256').update(`${world.url} ${prefix} ${world.made}`).digest('base64url');
  return `${prefix}_${digest.replaceAll(/[-_]/g, '').slice(0, 24)}`;
};

/** Keeps a new object. */
export const keepRow = <Row extends StripeRow>(world: StripeWorld, row: Row): Row => {
  world.rows.set(row.id, row);
  return row;
};

/** The object of a kind with this id. Throws resource_missing, naming `param`. */
export const findRow = <Row extends StripeRow>(
  world: StripeWorld,
  object: Row['object'],
  id: string,
  param = 'id',
): Row => {
  const row = world.rows.get(id);
  if (row?.object !== object || row.deleted) throw missingRow(object.replace(/^.*\./, ''), id, param);
  return row as Row;
};

/** The objects of a kind, newest first. */
export const rowsOf = <Row extends StripeRow>(world: StripeWorld, object: Row['object']): Row[] =>
  [...world.rows.values()].filter((row): row is Row => row.object === object && !row.deleted).reverse();

/** Tells of an object by an event, with what it said before where the event is an update. */
export const tell = (world: StripeWorld, type: string, row: StripeRow): void => {
  const object = structuredClone(row);
  const before = world.told.get(row.id);
  world.told.set(row.id, object);
  const previous: Record<string, unknown> = {};
  if (before && type.endsWith('.updated'))
    for (const [field, value] of Object.entries(before))
      if (JSON.stringify(value) !== JSON.stringify(row[field])) previous[field] = value;
  const event: StripeEventRow = {
    id: newId(world, 'evt'),
    object: 'event',
    api_version: stripeVersion,
    created: seconds(world),
    data: { object, ...(Object.keys(previous).length > 0 ? { previous_attributes: previous } : {}) },
    livemode: false,
    pending_webhooks: 0,
    request: { ...world.request },
    type,
  };
  world.events.push(event);
  world.onEvent(event);
};
