import { groupStatus, storyStatus } from '#contracts/story-group/status.ts';
import type { Db } from '#kernel/db/pool.ts';
import { type Checkpoint, readLog } from '#kernel/event-store/read.ts';
import type { Kernel } from '#kernel/kernel.ts';

/** The caps of an active group, or of an active story in one, as figures are counted against them. */
interface GroupCap {
  /** The group's id, or the story's. */
  group_id: string;
  /** The group of the story; null for a group. */
  story_of: string | null;
  app_id: string;
  counts: 'impressions' | 'ivod_views';
  view_cap: number | null;
  click_cap: number | null;
}

const logBatch = 500;

const countsSql = `case g.type when 'ivod' then 'ivod_views' else 'impressions' end as counts`;
/** SQL of the caps of the groups `g` for which a condition holds. */
const capsSql = (about: string): string => `
  select g.id as group_id, null::uuid as story_of, g.app_id, ${countsSql},
         g.target_cap as view_cap, g.click_target_cap as click_cap
    from story_group g join instance i on i.id = g.instance_id and not i.deleted
   where g.status = ${groupStatus.active} and (g.target_cap is not null or g.click_target_cap is not null) and ${about}
  union all
  select s.id, g.id, g.app_id, ${countsSql}, s.target_cap, null
    from story_group g join instance i on i.id = g.instance_id and not i.deleted
    join story s on s.story_group_id = g.id and s.status = ${storyStatus.active} and s.target_cap is not null
   where g.status = ${groupStatus.active} and ${about}`;

const asText = (cap: GroupCap): string => [cap.story_of, cap.app_id, cap.counts, cap.view_cap, cap.click_cap].join(' ');

const put = async (db: Db, caps: readonly GroupCap[]): Promise<void> => {
  await db.pool.query(
    `insert into group_cap (group_id, app_id, counts, view_cap, click_cap, story_of)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::uuid[])
     on conflict (group_id) do update set story_of = excluded.story_of, app_id = excluded.app_id, counts = excluded.counts,
            view_cap = excluded.view_cap, click_cap = excluded.click_cap`,
    [
      caps.map((cap) => cap.group_id),
      caps.map((cap) => cap.app_id),
      caps.map((cap) => cap.counts),
      caps.map((cap) => cap.view_cap),
      caps.map((cap) => cap.click_cap),
      caps.map((cap) => cap.story_of),
    ],
  );
};

const drop = async (db: Db, groups: readonly string[]): Promise<void> => {
  await db.pool.query('delete from group_cap where group_id = any($1::uuid[])', [groups]);
};

/** The place in the log below which everything is visible to reads that follow. */
const horizon = async (db: Db): Promise<Checkpoint> => {
  const { rows } = await db.pool.query<{ transaction_id: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as transaction_id',
  );
  return { transaction_id: rows[0]!.transaction_id, position: '0' };
};

/** Keeps group_cap, which may lie in another database, equal to the caps of the active groups. */
export interface CapCopy {
  /** Takes over what the log says since the last time; answers the groups and stories with caps that something happened to. */
  follow(): Promise<string[]>;
  /** All groups and stories with caps. */
  groups(): string[];
}

/** Brings the copy up to now; from there it follows the log. */
export const openCapCopy = async (kernel: Pick<Kernel, 'db' | 'analytics'>): Promise<CapCopy> => {
  const { db, analytics } = kernel;
  let at = await horizon(db);
  const stored = await analytics.pool.query<GroupCap>(
    'select group_id, story_of, app_id, counts, view_cap, click_cap from group_cap',
  );
  const held = new Map(stored.rows.map((cap) => [cap.group_id, cap]));

  /** Makes the copy of these groups (null: of all) say what was read of them. */
  const settle = async (caps: readonly GroupCap[], about: (cap: GroupCap) => boolean): Promise<string[]> => {
    const found = new Set(caps.map((cap) => cap.group_id));
    const other = caps.filter((cap) => asText(held.get(cap.group_id) ?? ({} as GroupCap)) !== asText(cap));
    const gone = [...held.values()].filter((cap) => about(cap) && !found.has(cap.group_id)).map((cap) => cap.group_id);
    if (other.length > 0) await put(analytics, other);
    if (gone.length > 0) await drop(analytics, gone);
    for (const cap of other) held.set(cap.group_id, cap);
    for (const id of gone) held.delete(id);
    return caps.map((cap) => cap.group_id);
  };

  const all = await db.pool.query<GroupCap>(capsSql('true'));
  await settle(all.rows, () => true);

  const takeOver = async (groups: ReadonlySet<string>, apps: ReadonlySet<string>): Promise<string[]> => {
    if (groups.size + apps.size === 0) return [];
    const { rows } = await db.pool.query<GroupCap>(capsSql('(g.id = any($1::uuid[]) or g.app_id = any($2::uuid[]))'), [
      [...groups],
      [...apps],
    ]);
    return settle(rows, (cap) => groups.has(cap.story_of ?? cap.group_id) || apps.has(cap.app_id));
  };

  const follow = async (): Promise<string[]> => {
    const news: string[] = [];
    for (;;) {
      const rows = await readLog(db.pool, at, logBatch);
      const groups = new Set<string>();
      const apps = new Set<string>();
      for (const { stream, type } of rows) {
        if (stream.startsWith('storyGroup-')) groups.add(stream.slice('storyGroup-'.length));
        if (type === 'AppDeleted' || type === 'InstanceDeleted') apps.add(stream.slice('app-'.length));
      }
      news.push(...(await takeOver(groups, apps)));
      // Only now: what fails half-way is taken over again.
      const last = rows.at(-1);
      if (last) at = { transaction_id: last.transaction_id, position: last.position };
      if (rows.length < logBatch) return news;
    }
  };
  return { follow, groups: () => [...held.keys()] };
};
