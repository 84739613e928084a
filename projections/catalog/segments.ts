import type { SegmentRow } from '#contracts/story-group/lists.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import type { Db } from '#kernel/db/pool.ts';
import { anyCase } from '../any-case.ts';

// A label counts once for a group however often its rows name it; of several spellings the first by letters is shown.
const sql = `
  select min(used.label) as name, count(distinct used.id)::int as count
    from (select g.id, one.label
            from story_group g
            join instance i on i.id = g.instance_id and not i.deleted,
                 jsonb_array_elements(g.segments) as row (labels), jsonb_array_elements_text(row.labels) as one (label)
           where g.account_id = $1 and g.status <> ${groupStatus.archived}
             and ($2::uuid[] is null or g.app_id = any($2))
             and ($3::uuid is null or g.app_id = $3)
             and ($4::uuid is null or g.instance_id = $4)) used
   group by ${anyCase('used.label')} order by count desc, name limit $5`;

/** The labels that living groups carry, in any case one, the most used first; `apps` null means all of the account. */
export const listSegments = async (
  db: Pick<Db, 'pool'>,
  filter: {
    account_id: string;
    apps: string[] | null;
    app_id?: string | undefined;
    instance_id?: string | undefined;
    limit: number;
  },
): Promise<SegmentRow[]> => {
  const { account_id, apps, app_id = null, instance_id = null, limit } = filter;
  const values = [account_id, apps, app_id, instance_id, limit];
  return (await db.pool.query<SegmentRow>({ name: 'catalog-segments', text: sql, values })).rows;
};
