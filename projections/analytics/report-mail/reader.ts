import type { Permissions } from '#contracts/api/roles.ts';
import type { Rhythm } from '#contracts/report/events.ts';
import { isNothingLeft, livingOf } from '#contracts/report/living.ts';
import type { ReportScope } from '#contracts/report/state.ts';
import { transaction } from '#kernel/db/transaction.ts';
import type { Kernel } from '#kernel/kernel.ts';

/** A report as one person gets it. */
export interface ReadReport extends ReportScope {
  account_id: string;
  user_id: string;
  permissions: Permissions;
  email_ref: string;
  firstname_ref: string | null;
  name: string;
  rhythm: Rhythm;
}

/** A running report for a member who gets it; null where it has ended, or they left it or the team, or cannot sign in. */
export const readReport = async (
  { db }: Pick<Kernel, 'db'>,
  reportId: string,
  userId: string,
): Promise<ReadReport | null> => {
  const { rows } = await db.pool.query<ReadReport>({
    name: 'figures-report-reader',
    text: `select r.account_id, m.id as user_id, m.permissions, m.email_ref, m.firstname_ref, r.name, r.rhythm,
                  r.apps::text[], r.instances::text[], r.groups::text[]
             from report r join member m on m.id = $2 and m.account_id = r.account_id
            where r.id = $1 and m.id = any(r.recipients) and m.phase = 'member' and m.verified and not m.disabled`,
    values: [reportId, userId],
  });
  return rows[0] ?? null;
};

/** What of a report still exists; null where nothing does. */
export const readLiving = async (
  { db, facts }: Pick<Kernel, 'db' | 'facts'>,
  report: ReadReport,
): Promise<ReportScope | null> => {
  const living = livingOf(report, await transaction(db, (trx) => facts.things(trx, report.account_id, report)));
  return isNothingLeft(report, living) ? null : living;
};
