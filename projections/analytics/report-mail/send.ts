import { type Permissions, roleFor } from '#contracts/api/roles.ts';
import type { GroupStats } from '#contracts/stats/stats.ts';
import { toSeconds } from '#contracts/time.ts';
import { readPersonal } from '#kernel/db/personal.ts';
import type { Effects } from '#kernel/jobs/outbox.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type ReportLine, renderReport } from '#kernel/mail/report.ts';
import { reportToken } from '#kernel/mail/report-token.ts';
import { reportCsv } from './csv.ts';
import { type ReportFigures, readReportFigures } from './figures.ts';
import { readReport } from './reader.ts';

/** So many groups are in the mail itself, at most. */
const most = 50;

const count = new Intl.NumberFormat('en-US');
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
/** Days as the page writes them; without narrow spaces, which some mail programs have not. */
const daysText = (first: string, last: string): string =>
  dayFormat
    .formatRange(Date.parse(first), Date.parse(last))
    .replaceAll('\u2009', ' ')
    .replace(/^(\d+) – (?=\d+ \w+ \d+$)/, '$1–');
const missing = '–';
const noFigures = { reach: missing, impressions: missing, clicks: missing, ctr: missing };

/** Figures as they are written; dashes where nothing can have been counted by the last day. */
const lineOf = ({ stats, none }: { stats: GroupStats; none: boolean }): Omit<ReportLine, 'title'> => {
  if (none) return noFigures;
  const { reach, total_impression, total_click, ctr } = stats;
  return {
    reach: count.format(reach),
    impressions: count.format(total_impression),
    clicks: count.format(total_click),
    ctr: total_impression === 0 ? missing : `${(ctr * 100).toFixed(1)}%`,
  };
};

const ownIn = (held: Permissions, apps: readonly string[]): 'none' | 'some' | 'all' => {
  const created = apps.filter((app) => roleFor(held, app) === 'story_creator').length;
  return created === 0 ? 'none' : created < apps.length ? 'some' : 'all';
};

/** The address of the page with the report's things and days. */
const pageOf = ({ living: { apps, instances, groups }, days }: ReportFigures): string => {
  const search = new URLSearchParams({ app: apps[0]! });
  if (apps.length > 1) search.set('apps', apps.join(','));
  if (instances.length > 0) search.set('instances', instances.join(','));
  if (groups.length > 0) search.set('groups', groups.join(','));
  search.set('from', days.first);
  search.set('to', days.last);
  return `/analytics?${search}`;
};

/**
 * Mails one person the report of a period, with the figures that the page shows them now; nothing where the report ended,
 * or they left it or may not see an app of it anymore.
 */
export const sendReportMail = async (
  kernel: Kernel,
  mailId: string,
  { report_id, user_id, period }: Effects['report'],
): Promise<void> => {
  const report = await readReport(kernel, report_id, user_id);
  const figures = report && (await readReportFigures(kernel, report, period));
  if (!figures) return;
  const countedAt = kernel.now();
  const { email_ref, firstname_ref, permissions, name, rhythm } = report;
  const person = await readPersonal(
    kernel.db,
    [email_ref, firstname_ref].filter((ref) => ref !== null),
  );
  const to = person(email_ref);
  if (!to || to === 'erased') return;
  const { living, days, rows, totals } = figures;
  const { PUBLIC_URL } = kernel.config;
  const token = reportToken(kernel.secrets, { report_id, user_id });
  const [page, end] = [`${PUBLIC_URL}${pageOf(figures)}`, `${PUBLIC_URL}/report/end/${token}`];
  await kernel.mails.send({
    id: `${mailId}-report`,
    to,
    ...renderReport({
      firstname: person(firstname_ref),
      name,
      rhythm,
      days: daysText(days.first, days.last),
      totals: lineOf(totals),
      count: rows.length,
      lines: rows.slice(0, most).map((row) => ({ title: row.title, ...lineOf(row) })),
      own: ownIn(permissions, living.apps),
      moment: new Date(countedAt).toISOString().slice(0, 19).replace('T', ' '),
      page,
      end,
    }),
    links: [page, end],
    ts: toSeconds(countedAt),
    unsubscribe: `${PUBLIC_URL}/api/report_schedule/leave?token=${token}`,
    attachments: [reportCsv(figures, countedAt)],
  });
};
