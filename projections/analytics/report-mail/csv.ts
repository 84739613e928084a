import { csvLine } from '#contracts/api/csv.ts';
import type { EpochMs } from '#contracts/time.ts';
import type { Attachment } from '#kernel/mail/mail.ts';
import { groupColumns } from '../questions/report/columns.ts';
import { fileFacts } from '../questions/report/file-facts.ts';
import type { ReportFigures } from './figures.ts';

/** More groups than that are not attached: mail servers refuse files of many MiB. */
const most = 20_000;
const bom = '\ufeff';

/**
 * The file that goes with a report: the columns and the last line of GET /report.
 */
export const reportCsv = (
  { rows, days, onlyWeb }: Pick<ReportFigures, 'rows' | 'days' | 'onlyWeb'>,
  countedAt: EpochMs,
): Attachment => {
  const columns = groupColumns(onlyWeb);
  const values = Object.values(columns);
  const left = Math.max(0, rows.length - most);
  const lines = [
    Object.keys(columns),
    ...rows.slice(0, most).map((row) => values.map((value) => value(row))),
    [fileFacts(days, countedAt, left)],
  ];
  return {
    name: `story_groups_${days.first}_${days.last}.csv`,
    type: 'text/csv; charset=utf-8',
    content: bom + lines.map(csvLine).join(''),
  };
};
