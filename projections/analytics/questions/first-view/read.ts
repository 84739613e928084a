import { may } from '#contracts/api/roles.ts';
import type { FirstView } from '#contracts/stats/first-view.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { Kernel } from '#kernel/kernel.ts';

/**
 * Whether SDKs have reported an impression in the apps whose figures the caller sees, deleted ones included: what was seen
 * stays seen. Cost: one indexed read of the apps, and for each app its days up to the first with an impression.
 */
export const readFirstView = async (
  { db, analytics }: Pick<Kernel, 'db' | 'analytics'>,
  { account_id, permissions }: Pick<Principal, 'account_id' | 'permissions'>,
): Promise<FirstView> => {
  const apps = await db.pool.query<{ id: string }>('select id from app where account_id = $1', [account_id]);
  const visible = apps.rows.map(({ id }) => id).filter((id) => may(permissions, 'stats.view', id));
  const { rows } = await analytics.pool.query<{ seen: boolean }>({
    name: 'first-view',
    text: `select exists (select from unnest($1::uuid[]) as app
                           cross join lateral (select from daily_count
                                                where app_id = app and scope = 'app' and impressions > 0 limit 1) as day)
                  as seen`,
    values: [visible],
  });
  return { seen: rows[0]!.seen };
};
