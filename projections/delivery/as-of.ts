import { Refusal } from '#contracts/api/errors.ts';
import { mediaPath } from '#contracts/api/media-files.ts';
import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import type { InstanceOrderEvent } from '#contracts/instance-order/events.ts';
import { foldOrder, type InstanceOrder, type OrderChange } from '#contracts/instance-order/state.ts';
import type { SdkGroup } from '#contracts/sdk/protocol.ts';
import type { StoryGroupState } from '#contracts/story-group/state.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import { evolveStream, initialState } from '#contracts/stream.ts';
import { toSeconds } from '#contracts/time.ts';
import { readStream } from '#kernel/event-store/read.ts';
import { type EventRow, eventColumns, readEvent, toEvent } from '#kernel/event-store/row.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { toGroupDoc } from './document.ts';
import { isOpen, sdkGroup } from './select.ts';

/** A point in time: unix seconds (that second included), or when a version was created. */
export type PointInTime = { ts: number } | { version: number };

/** A group as it was, whether it was delivered then, and the part of its instance's bar that it stood in. */
export interface GroupAsOf {
  live: boolean;
  group: SdkGroup;
  bar: SdkGroup[];
}

/** The part of a bar that is told: from its start where the group is among the first, else from the one before it. */
const firstPlaces = 4;
const barLength = 10;

const eventsUpTo = (events: Recorded<StoryrailEvent>[], point: PointInTime): Recorded<StoryrailEvent>[] => {
  if ('version' in point) {
    if (point.version > events.length) throw new Refusal('NotFound');
    return events.slice(0, point.version);
  }
  return events.slice(0, events.findLastIndex((event) => toSeconds(event.meta.ts) <= point.ts) + 1);
};

// An instance's order depends on its own stream and on groups that join and leave (`joinsOrder`), in the order of the log.
// Of groups only that is read, since what they held when they were made may be large.
const orderSql = `
  select stream, version, type, schema_version, case when stream = 'instanceOrder-' || $1 then data end as data from event
   where (stream = 'instanceOrder-' || $1
          or (stream = any($2)
              and (type in ('StoryGroupCreated', 'StoryGroupDeleted')
                   or (type = 'StoryGroupRestored'
                       and (data->>'from')::int = ${groupStatus.archived} and (data->>'to')::int <> ${groupStatus.archived}))))
     and (case when $3::bigint is not null then ts < $3
          else (transaction_id, position) <= (select transaction_id, position from event where stream = $4 and version = $5) end)
   order by transaction_id, position`;

type OrderRow = Pick<EventRow, 'stream' | 'version' | 'type' | 'schema_version'> & { data: EventRow['data'] | null };

const orderChange = ({ data, ...row }: OrderRow): OrderChange => {
  if (data) return readEvent({ ...row, data }) as InstanceOrderEvent;
  const id = row.stream.slice('storyGroup-'.length);
  return row.type === 'StoryGroupDeleted' ? { leaves: id } : { joins: id };
};

const readOrderAt = async (
  kernel: Pick<Kernel, 'db'>,
  instanceId: string,
  last: Recorded<StoryrailEvent>,
  point: PointInTime,
) => {
  const { rows: groups } = await kernel.db.pool.query<{ stream: string }>(
    `select 'storyGroup-' || id as stream from story_group where instance_id = $1`,
    [instanceId],
  );
  const before = 'ts' in point ? (point.ts + 1) * 1000 : null;
  const { rows } = await kernel.db.pool.query<OrderRow>(orderSql, [
    instanceId,
    groups.map((one) => one.stream),
    before,
    last.meta.stream,
    last.meta.version,
  ]);
  return foldOrder({ pinned: [], unpinned: [] }, rows.map(orderChange));
};

// What had happened to some groups at the moment of an event of another stream, or up to a time.
const neighborsSql = `
  select ${eventColumns} from event
   where stream = any($1)
     and (case when $2::bigint is not null then ts < $2
          else (transaction_id, position) <= (select transaction_id, position from event where stream = $3 and version = $4) end)
   order by stream, version`;

const shownIn = (state: StoryGroupState, order: InstanceOrder, id: string, now: number) => {
  const { status, ...content } = state;
  const shown = status === groupStatus.archived ? groupStatus.inactive : status;
  const group = {
    ...toGroupDoc({ ...content, status: shown })!,
    pinned: order.pinned.includes(id),
    sort_order: Math.max(0, [...order.pinned, ...order.unpinned].indexOf(id)),
  };
  const open = group.stories.filter((story) => story.active && isOpen(story, now));
  const live = shown === groupStatus.active && !group.is_unpublished && isOpen(group, now) && open.length > 0;
  return { live, group, open };
};

const readNeighbors = async (
  kernel: Pick<Kernel, 'db'>,
  ids: readonly string[],
  last: Recorded<StoryrailEvent>,
  point: PointInTime,
): Promise<Map<string, StoryGroupState>> => {
  const { rows } = await kernel.db.pool.query<EventRow>(neighborsSql, [
    ids.map((id) => `storyGroup-${id}`),
    'ts' in point ? (point.ts + 1) * 1000 : null,
    last.meta.stream,
    last.meta.version,
  ]);
  const states = new Map<string, StoryGroupState>();
  for (const event of rows.map(toEvent)) {
    const id = event.meta.stream.slice('storyGroup-'.length);
    states.set(id, evolveStream(states.get(id) ?? initialState(event.meta.stream), event) as StoryGroupState);
  }
  return states;
};

/**
 * A group as it was at a point in time, in the shape of delivery: when it was delivered then, exactly that, to a viewer
 * who passes all targeting; otherwise all its content. Beside it stand those of its neighbors that were delivered. 404
 * before it existed.
 */
export const groupAsOf = async (
  kernel: Pick<Kernel, 'config' | 'db'>,
  { id, instance_id }: { id: string; instance_id: string },
  point: PointInTime,
): Promise<GroupAsOf> => {
  const stream = `storyGroup-${id}`;
  const events = eventsUpTo(await readStream(kernel.db.pool, stream), point);
  const last = events.at(-1);
  if (!last) throw new Refusal('NotFound');
  let state = initialState(stream);
  for (const event of events) state = evolveStream(state, event);
  const now = 'ts' in point ? point.ts * 1000 + 999 : last.meta.ts;
  const order = await readOrderAt(kernel, instance_id, last, point);
  const urlOf = (key: string) => kernel.config.MEDIA_URL + mediaPath(key);
  const { live, group, open } = shownIn(state as StoryGroupState, order, id, now);
  const asked = sdkGroup(group, live ? open : group.stories, urlOf);

  const all = [...order.pinned, ...order.unpinned];
  const place = all.indexOf(id);
  const from = place < firstPlaces ? 0 : place - 1;
  const part = place < 0 ? [id] : all.slice(from, from + barLength);
  const neighbors = await readNeighbors(
    kernel,
    part.filter((one) => one !== id),
    last,
    point,
  );
  const bar = part.flatMap((one) => {
    if (one === id) return [asked];
    const known = neighbors.get(one);
    const shown = known && shownIn(known, order, one, now);
    return shown?.live ? [sdkGroup(shown.group, shown.open, urlOf)] : [];
  });
  return { live, group: asked, bar };
};
