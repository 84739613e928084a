import type pg from 'pg';
import type { SdkEventType } from '#contracts/sdk/protocol.ts';
import type { StoredBatch } from '#kernel/telemetry-log/log.ts';
import { uuids } from '../binary-arrays.ts';
import type { Counter } from '../counter.ts';
import { parsePayload } from '../payload.ts';

/** What a batch adds to a group: impressions, clicks, views of 30 s. */
type CapSums = [impressions: number, clicks: number, ivodViews: number];
const sumIndexes: Partial<Record<SdkEventType, 0 | 1 | 2>> = { story_impression: 0, story_clicked: 1, ivod_viewed: 2 };

type Kind = 'view' | 'click';

/** A group or a story with a cap, and what is counted of it so far. */
interface Capped {
  /** The group's id, or the story's where `story_of` names its group. */
  group_id: string;
  story_of: string | null;
  counts: 'impressions' | 'ivod_views';
  view_cap: number | null;
  click_cap: number | null;
  impressions: number;
  clicks: number;
  ivod_views: number;
}

/** The batch with which a group's running total reached a cap. */
interface Crossing {
  group_id: string;
  story_of: string | null;
  kind: Kind;
  cap: number;
  counted: number;
  row: StoredBatch;
}

// Cost: a primary key each for the groups and stories of the batch; of those with a cap the days that have counts.
const cappedSql = `
  select c.group_id, c.story_of, c.counts, c.view_cap, c.click_cap, s.*
    from group_cap c cross join lateral (
      select coalesce(sum(d.impressions), 0)::bigint as impressions, coalesce(sum(d.clicks), 0)::bigint as clicks,
             coalesce(sum(d.ivod_views), 0)::bigint as ivod_views
        from daily_count d
       where d.app_id = c.app_id and d.subject_id = c.group_id
         and d.scope = case when c.story_of is null then 'group' else 'story' end) s
   where c.group_id = any($1::uuid[])`;

/** The batch in log order with which `stored` and what is added reaches the cap. */
const findCrossing = (
  rows: readonly StoredBatch[],
  { group_id, story_of }: Capped,
  kind: Kind,
  index: 0 | 1 | 2,
  { stored, cap }: { stored: number; cap: number },
): Crossing | null => {
  let counted = stored;
  for (const row of rows) {
    for (const event of parsePayload(row)?.events ?? [])
      if ((story_of ? event.story_id : event.group_id) === group_id && sumIndexes[event.type] === index) counted += 1;
    if (counted >= cap) return { group_id, story_of, kind, cap, counted, row };
  }
  return null;
};

/** Finds the sums of an id; the last one is cached. */
const createSums = (added: Map<string, CapSums>): ((id: string) => CapSums) => {
  let last: string | undefined;
  let sums: CapSums = [0, 0, 0];
  return (id) => {
    if (id === last) return sums;
    last = id;
    sums = added.get(id) ?? [0, 0, 0];
    added.set(id, sums);
    return sums;
  };
};

/**
 * Finds the batches with which groups and stories reach their caps and records them together with the counts. A group's
 * instance is always in one lane, so that nobody else counts it meanwhile. A cap that is reached already when it is set
 * is found by the command that sets it.
 */
export const createCapCounter = (): Counter => {
  const added = new Map<string, CapSums>();
  // Without their events, which would stay in memory for the rare batch with which a cap is reached.
  const rows: StoredBatch[] = [];
  let crossings: Crossing[] = [];

  const crossingsOf = (group: Capped): (Crossing | null)[] => {
    const ivod = group.counts === 'ivod_views';
    const reached = (kind: Kind, index: 0 | 1 | 2, stored: number, cap: number | null) => {
      const sum = stored + added.get(group.group_id)![index];
      return cap !== null && stored < cap && sum >= cap
        ? findCrossing(rows, group, kind, index, { stored, cap })
        : null;
    };
    return [
      reached('click', 1, group.clicks, group.click_cap),
      reached('view', ivod ? 2 : 0, ivod ? group.ivod_views : group.impressions, group.view_cap),
    ];
  };

  return {
    add({ row, payload }) {
      rows.push(row);
      // Most batches are about one group: it is looked up once.
      const ofGroup = createSums(added);
      const ofStory = createSums(added);
      for (const { type, group_id, story_id } of payload.events) {
        const index = sumIndexes[type];
        if (index === undefined) continue;
        if (group_id !== undefined) ofGroup(group_id)[index] += 1;
        if (story_id !== undefined) ofStory(story_id)[index] += 1;
      }
    },
    async read(on: pg.ClientBase) {
      if (added.size === 0) return;
      const capped = await on.query<Capped>({
        name: 'capped-groups',
        text: cappedSql,
        values: [uuids([...added.keys()])],
      });
      crossings = capped.rows.flatMap(crossingsOf).filter((one) => one !== null);
      crossings.sort((a, b) => (`${a.group_id} ${a.kind}` < `${b.group_id} ${b.kind}` ? -1 : 1));
    },
    async write(on: pg.ClientBase) {
      if (crossings.length === 0) return;
      await on.query(
        `insert into cap_reached (group_id, kind, cap, counted, instance_id, batch_id, received_at, story_of)
         select g, k, c, n, i, b, to_timestamp(ms / 1000.0), s
           from unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[], $5::uuid[], $6::uuid[], $7::float8[], $8::uuid[])
                as t (g, k, c, n, i, b, ms, s)
         on conflict (group_id, kind, cap) do nothing`,
        [
          crossings.map((one) => one.group_id),
          crossings.map((one) => one.kind),
          crossings.map((one) => one.cap),
          crossings.map((one) => one.counted),
          crossings.map(({ row }) => row.instance_id),
          crossings.map(({ row }) => row.batch_id),
          crossings.map(({ row }) => row.received_ms),
          crossings.map((one) => one.story_of),
        ],
      );
    },
  };
};
