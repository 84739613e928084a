import { Refusal } from '#contracts/api/errors.ts';
import { mayReadReport } from '#contracts/report/may-read.ts';
import { daysOfPeriod } from '#contracts/report/period.ts';
import type { ReportScope } from '#contracts/report/state.ts';
import { noneBefore } from '#contracts/stats/like-with-like.ts';
import type { GroupStatsRow, GroupTotals, StatsQuery } from '#contracts/stats/stats.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { readAccountCreated, readWebApps } from '../questions/entities.ts';
import { readGroupStats } from '../questions/group/stats.ts';
import { readGroupTotals } from '../questions/group/totals.ts';
import type { InReport } from '../questions/report/columns.ts';
import { type QueryScope, resolveScope } from '../questions/resolve-scope.ts';
import { type ReadReport, readLiving } from './reader.ts';

/** What the page shows somebody of a report's groups on its days: those seen by most viewers first, and all together. */
export interface ReportFigures {
  living: ReportScope;
  days: { first: string; last: string };
  rows: InReport<GroupStatsRow>[];
  /** `none` where the days are before any that can have figures. */
  totals: GroupTotals & { none: boolean };
  /** Whether all its apps are web sites. */
  onlyWeb: boolean;
}

const endOfDay = 86_399;
const secondsOf = (day: string): number => Date.parse(day) / 1000;
const named = (ids: readonly string[]): string[] | undefined => (ids.length > 0 ? [...ids] : undefined);

/** The scope that the page would have for the person; null where they may not see it, as the page would say. */
const scopeOf = async (
  kernel: Pick<Kernel, 'db' | 'now'>,
  report: ReadReport,
  query: StatsQuery,
): Promise<QueryScope | null> => {
  try {
    return await resolveScope(kernel, report, 'stats.view', query);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
};

/**
 * Reads what the page shows a report's reader at this moment, by the same functions; null where they may not see an app of
 * it, or there is no group of it that they see. Cost: as the page.
 */
export const readReportFigures = async (
  kernel: Kernel,
  report: ReadReport,
  period: string,
): Promise<ReportFigures | null> => {
  const living = await readLiving(kernel, report);
  if (!living || !mayReadReport(report.permissions, living.apps)) return null;
  const days = daysOfPeriod(report.rhythm, period);
  const scope = await scopeOf(kernel, report, {
    app_id: named(living.apps),
    instance_id: named(living.instances),
    story_group_id: named(living.groups),
    ts_start: secondsOf(days.first),
    ts_end: secondsOf(days.last) + endOfDay,
  });
  if (!scope) return null;
  const [stats, totals, web, created] = await Promise.all([
    readGroupStats(kernel, scope, { days: false }),
    readGroupTotals(kernel, scope),
    readWebApps(kernel.db, living.apps),
    readAccountCreated(kernel.db, report.account_id),
  ]);
  if (stats.length === 0) return null;
  const hasNone = ({ compared }: Pick<GroupTotals, 'compared'>) =>
    noneBefore(compared.first_day, created, days.last) !== null;
  const rows = stats
    .map((row) => ({ ...row, web: web.has(row.app_id), none: hasNone(row) }))
    .sort((one, other) => other.stats.reach - one.stats.reach || one.title.localeCompare(other.title));
  const onlyWeb = living.apps.every((app) => web.has(app));
  return { living, days, rows, totals: { ...totals, none: hasNone(totals) }, onlyWeb };
};
