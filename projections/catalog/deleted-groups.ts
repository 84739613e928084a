import type { DeletedGroupRow } from '#contracts/story-group/lists.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createPlaceholderResolver } from '../resolve-placeholders.ts';
import { listGroups } from './groups.ts';

interface Found {
  id: string;
  ts: number;
  actor_type: string;
  actor_id: string | null;
  on_behalf_of: string | null;
  total: number;
}

// Who deleted a group only the log knows: its last deletion, found by the stream's key.
const sql = `
  select g.id, d.ts, d.actor_type, d.actor_id, d.on_behalf_of, count(*) over ()::int as total
    from story_group g
    join instance i on i.id = g.instance_id and not i.deleted
    join lateral (
      select floor(e.ts / 1000)::bigint as ts, e.actor_type, e.actor_id, e.on_behalf_of
        from event e where e.stream = 'storyGroup-' || g.id and e.type = 'StoryGroupDeleted'
       order by e.version desc limit 1
    ) d on true
   where g.account_id = $1 and g.status = ${groupStatus.archived}
     and ($2::uuid[] is null or g.app_id = any($2))
     and ($3::uuid is null or g.app_id = $3)
     and ($4::uuid is null or g.instance_id = $4)
   order by d.ts desc, g.id desc limit $5 offset $6`;

/** Deleted groups of living instances, the last deleted first, with who did it and when; `apps` null means all. */
export const listDeletedGroups = async (
  kernel: Pick<Kernel, 'config' | 'db'>,
  filter: {
    account_id: string;
    apps: string[] | null;
    app_id?: string | undefined;
    instance_id?: string | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ data: DeletedGroupRow[]; total: number }> => {
  const { account_id, apps, app_id = null, instance_id = null, limit, offset } = filter;
  const { rows: found } = await kernel.db.pool.query<Found>({
    name: 'catalog-deleted-groups',
    text: sql,
    values: [account_id, apps, app_id, instance_id, limit, offset],
  });
  const [groups, joined] = await Promise.all([
    listGroups(kernel.db, kernel.config.MEDIA_URL, {
      account_id,
      apps,
      ids: found.map((one) => one.id),
      limit: found.length,
      offset: 0,
    }),
    createPlaceholderResolver(
      kernel,
      account_id,
      found.map((one) => ({ ...one, texts: [], changes: [] })),
    ),
  ]);
  const byId = new Map(groups.rows.map((row) => [row.id, row]));
  const data = found.flatMap(({ id, ts, actor_type, actor_id, on_behalf_of }): DeletedGroupRow[] => {
    const row = byId.get(id);
    // Staff who acted as somebody are not named to the account's people: the person they acted for is.
    const [type, who] = on_behalf_of ? ['user', on_behalf_of] : [actor_type, actor_id];
    return row ? [{ ...row, ts_deleted: ts, deleted_by: joined.actor(type, who) }] : [];
  });
  return { data, total: found[0]?.total ?? 0 };
};
