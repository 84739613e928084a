import { type SdkReleaseRow, sdkReleaseQuery, sdkReleaseRow } from '#contracts/admin/sdk-release.ts';
import { page } from '#contracts/api/envelope.ts';
import { pageOf, setContentRange } from '#kernel/http/page.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { createPlaceholderResolver } from '../resolve-placeholders.ts';

type Stored = Omit<SdkReleaseRow, 'user'> & { user_id: string };

/** GET /admin/sdk_release: what was announced, by whom, and how many have heard of it so far. */
export const sdkReleaseListRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/admin/sdk_release',
    config: { policy: { caller: 'staff' } },
    schema: {
      summary: 'List announced releases of the SDK',
      tags: ['Admin'],
      querystring: sdkReleaseQuery,
      response: { 200: page(sdkReleaseRow) },
    },
    handler: async (request, reply) => {
      const asked = pageOf(request.query);
      const direction = request.query.sort?.[1] ?? 'DESC';
      const counting = kernel.db.pool.query<{ total: number }>('select count(*)::int as total from sdk_release');
      const finding = kernel.db.pool.query<Stored>(
        `select r.id, r.ts as ts_created, r.platform, r.version, r.url, r.user_id,
                (select count(*)::int from sdk_release_told t where t.release_id = r.id) as accounts,
                (select coalesce(sum(t.apps), 0)::int from sdk_release_told t where t.release_id = r.id) as apps
           from sdk_release r
          order by r.ts ${direction}, r.id ${direction} limit $1 offset $2`,
        [asked.limit, asked.offset],
      );
      const [{ rows: counted }, { rows }] = await Promise.all([counting, finding]);
      const joined = await createPlaceholderResolver(
        kernel,
        principalOf(request).account_id,
        rows.map(({ user_id: actor_id }) => ({
          actor_type: 'staff',
          actor_id,
          on_behalf_of: null,
          texts: [],
          changes: null,
        })),
      );
      const data = rows.map(({ user_id, ...row }) => ({
        ...row,
        user: { id: user_id, name: joined.actor('staff', user_id).name },
      }));
      const { total } = counted[0]!;
      setContentRange(reply, 'sdk_release', asked, data.length, total);
      return { data, total };
    },
  });
};
