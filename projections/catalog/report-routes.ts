import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { dueAt, lastDuePeriod, nextPeriod } from '#contracts/report/period.ts';
import { type ReportRow, reportRow } from '#contracts/report/rows.ts';
import { toSeconds } from '#contracts/time.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { readPersonal } from '#kernel/db/personal.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { ReportTables } from './report.ts';

type Held = ReportTables['report'];

interface Person {
  id: string;
  is_member: boolean;
  email_ref: string | null;
  firstname_ref: string | null;
  lastname_ref: string | null;
}

/** The reports of an account that somebody made or gets, all for an owner; the newest first. Cost: one read, at most 50 rows. */
const readReports = async (
  { db }: Pick<Kernel, 'db'>,
  { account_id, user_id, permissions }: Principal,
): Promise<Held[]> => {
  const { rows } = await db.pool.query<Held>({
    name: 'catalog-reports',
    text: `select id, account_id, user_id, name, rhythm, apps::text[], instances::text[], groups::text[], recipients::text[],
                  ts_created, version
             from report where account_id = $1 and ($3 or user_id = $2 or $2 = any(recipients)) order by id desc`,
    values: [account_id, user_id, permissions.account_owner !== undefined],
  });
  return rows;
};

/** Tells people's names, and who of them is in the team. */
const readPeople = async ({ db }: Pick<Kernel, 'db'>, accountId: string, ids: readonly string[]) => {
  const { rows } = await db.pool.query<Person>({
    name: 'catalog-report-people',
    text: `select id, phase = 'member' as is_member, email_ref, firstname_ref, lastname_ref from member
            where id = any($2::uuid[]) and account_id = $1`,
    values: [accountId, [...new Set(ids)]],
  });
  const refs = rows.flatMap((row) => [row.email_ref, row.firstname_ref, row.lastname_ref]);
  const person = await readPersonal(
    db,
    refs.filter((ref) => ref !== null),
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  return {
    isMember: (id: string) => known.get(id)?.is_member ?? false,
    named(id: string) {
      const found = known.get(id);
      const name = [found?.firstname_ref ?? null, found?.lastname_ref ?? null].map(person).filter(Boolean).join(' ');
      return { user_id: id, name: name || person(found?.email_ref ?? null) };
    },
  };
};

const listReports = async (kernel: Pick<Kernel, 'db' | 'now'>, principal: Principal): Promise<ReportRow[]> => {
  const { account_id, user_id, permissions, time_zone } = principal;
  const held = await readReports(kernel, principal);
  const ids = held.flatMap((report) => [report.user_id, ...report.recipients]);
  const { isMember, named } = await readPeople(kernel, account_id, ids);
  const now = toSeconds(kernel.now());
  return held.map(({ id, name, rhythm, apps, instances, groups, recipients, user_id: maker, ts_created }) => ({
    id,
    name,
    rhythm,
    app_id: apps,
    instance_id: instances,
    story_group_id: groups,
    recipients: recipients.filter(isMember).map(named),
    made_by: named(maker),
    may_end: maker === user_id || permissions.account_owner !== undefined,
    is_recipient: recipients.includes(user_id),
    ts_created,
    ts_next: dueAt(nextPeriod(rhythm, lastDuePeriod(rhythm, time_zone, now)), time_zone),
  }));
};

/** GET /report_schedule: the reports that are mailed. */
export const reportListRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/report_schedule',
    config: { policy: { caller: 'user', act: 'stats.view', login_as: true } },
    schema: {
      summary: 'List reports by email',
      description: 'Account owners get all reports of the account, others those they made or receive. Newest first.',
      tags: ['Analytics'],
      response: { 200: success(z.array(reportRow)) },
    },
    handler: async (request) => ({ data: await listReports(kernel, principalOf(request)) }),
  });
};
