import type { FoundThing } from '#contracts/report/living.ts';
import { type ReportScope, type ReportState, readersOf } from '#contracts/report/state.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { Facts } from '#kernel/commands/facts.ts';
import type { CatalogWriter } from './noun.ts';

/** The table of reports; see tables/report.sql. */
export type ReportTables = {
  report: { [Ids in keyof ReportScope | 'recipients']: string[] } & Pick<ReportState, 'name' | 'rhythm'> & {
      id: string;
      account_id: string;
      user_id: string;
      ts_created: UnixSeconds;
      version: number;
    };
};

/** Writes a report's row, and deletes it once the report has ended. */
export const writeReport: CatalogWriter<'report'> = async (trx, events, after) => {
  const query = trx.query.withTables<ReportTables>();
  if (after.phase !== 'running') {
    await query.deleteFrom('report').where('id', '=', after.id).execute();
    return;
  }
  const { meta } = events.at(-1)!;
  const row = { recipients: readersOf(after), version: meta.version };
  const { id, account_id, user_id, name, rhythm } = after;
  const [apps, instances, groups] = [[...after.apps], [...after.instances], [...after.groups]];
  const made = { id, account_id, user_id, name, rhythm, apps, instances, groups };
  await query
    .insertInto('report')
    .values({ ...made, ts_created: toSeconds(events[0]!.meta.ts), ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
};

/** What commands may know of reports, and of what reports show. */
export const reportFacts: Pick<Facts, 'things' | 'runningReports'> = {
  async things(trx, accountId, { apps, instances, groups }) {
    const { rows } = await trx.client.query<FoundThing>({
      name: 'fact-things',
      text: `select 'apps' as kind, id, id as app_id from app
              where id = any($2::uuid[]) and account_id = $1 and not deleted
             union all
             select 'instances', i.id, i.app_id from instance i join app a on a.id = i.app_id
              where i.id = any($3::uuid[]) and i.account_id = $1 and not i.deleted and not a.deleted
             union all
             select 'groups', g.id, g.app_id
               from story_group g join instance i on i.id = g.instance_id join app a on a.id = g.app_id
              where g.id = any($4::uuid[]) and g.account_id = $1 and g.status <> ${groupStatus.archived}
                and not i.deleted and not a.deleted`,
      values: [accountId, apps, instances, groups],
    });
    return rows;
  },
  async runningReports(trx, accountId, userId) {
    const { rows } = await trx.client.query<{ all: number; own: number }>({
      name: 'fact-running-reports',
      text: `select count(*)::int as "all", (count(*) filter (where user_id = $2))::int as own
               from report where account_id = $1`,
      values: [accountId, userId],
    });
    return rows[0]!;
  },
};
