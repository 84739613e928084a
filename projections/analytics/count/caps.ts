import type pg from 'pg';
import type { SdkEventType } from '#contracts/sdk.ts';
import type { StoredBatch } from '#kernel/telemetry-log/log.ts';
import { uuids } from './arrays.ts';
import { parsePayload } from './payload.ts';
import type { Tally } from './tally.ts';

/** What a flush adds to a group: impressions, clicks, views of 30 s. */
type Added = [impressions: number, clicks: number, ivodViews: number];
const places: Partial<Record<SdkEventType, 0 | 1 | 2>> = { story_impression: 0, story_clicked: 1, ivod_viewed: 2 };

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

// Cost: a primary key each for the groups and stories of the flush; of those with a cap the days that they have figures of.
const cappedSql = `
  select c.group_id, c.story_of, c.counts, c.view_cap, c.click_cap, s.*
    from group_cap c cross join lateral (
      select coalesce(sum(d.impressions), 0)::bigint as impressions, coalesce(sum(d.clicks), 0)::bigint as clicks,
             coalesce(sum(d.ivod_views), 0)::bigint as ivod_views
        from daily_count d
       where d.app_id = c.app_id and d.subject_id = c.group_id
         and d.scope = case when c.story_of is null then 'group' else 'story' end) s
   where c.group_id = any($1::uuid[])`;

/** Walks the batches in log order to the one with which `stored` and what comes reaches the cap. */
const crossing = (
  rows: readonly StoredBatch[],
  { group_id, story_of }: Capped,
  kind: Kind,
  place: 0 | 1 | 2,
  { stored, cap }: { stored: number; cap: number },
): Crossing | null => {
  let counted = stored;
  for (const row of rows) {
    for (const event of parsePayload(row)?.events ?? [])
      if ((story_of ? event.story_id : event.group_id) === group_id && places[event.type] === place) counted += 1;
    if (counted >= cap) return { group_id, story_of, kind, cap, counted, row };
  }
  return null;
};

/** The sums of an id; those of the id that was asked for last are at hand. */
const createSums = (added: Map<string, Added>): ((id: string) => Added) => {
  let last: string | undefined;
  let sums: Added = [0, 0, 0];
  return (id) => {
    if (id === last) return sums;
    last = id;
    sums = added.get(id) ?? [0, 0, 0];
    added.set(id, sums);
    return sums;
  };
};

/**
 * Finds the batches with which groups and stories reach their caps and writes them down together with the figures. A group's
 * instance is always in one lane, so that nobody else counts it meanwhile. A cap that is reached already when it is set
 * is found by whoever sets it.
 */
export const createCaps = (): Tally => {
  const added = new Map<string, Added>();
  // Not their events: those would be kept in memory for the rare flush with which a cap is reached.
  const rows: StoredBatch[] = [];
  let crossings: Crossing[] = [];

  const crossingsOf = (group: Capped): (Crossing | null)[] => {
    const ivod = group.counts === 'ivod_views';
    const reached = (kind: Kind, place: 0 | 1 | 2, stored: number, cap: number | null) => {
      const sum = stored + added.get(group.group_id)![place];
      return cap !== null && stored < cap && sum >= cap ? crossing(rows, group, kind, place, { stored, cap }) : null;
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
        const place = places[type];
        if (place === undefined) continue;
        if (group_id !== undefined) ofGroup(group_id)[place] += 1;
        if (story_id !== undefined) ofStory(story_id)[place] += 1;
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
