import { csvLine } from '#contracts/api/csv.ts';
import type { EpochMs } from '#contracts/time.ts';
import { fill } from '#contracts/words/phrase.ts';
import { reportMailWords } from '#contracts/words/report-mail.en.ts';
import type { Attachment } from '#kernel/mail/mail.ts';
import { say } from '#kernel/platform/say.ts';
import { groupColumns } from '../questions/report/columns.ts';
import type { ReportFigures } from './figures.ts';

/** More groups than that are not attached: mail servers refuse files of many MiB. */
const most = 20_000;
const bom = '\ufeff';

/**
 * The file that goes with a report: the columns of GET /report, and a last line with the days, the rule of reach and the
 * moment at which it was counted.
 */
export const reportCsv = (
  { rows, days: { first, last }, onlyWeb }: Pick<ReportFigures, 'rows' | 'days' | 'onlyWeb'>,
  countedAt: EpochMs,
): Attachment => {
  const columns = groupColumns(onlyWeb);
  const values = Object.values(columns);
  const moment = new Date(countedAt).toISOString().slice(0, 19).replace('T', ' ');
  const left = Math.max(0, rows.length - most);
  const lines = [
    Object.keys(columns),
    ...rows.slice(0, most).map((row) => values.map((value) => value(row))),
    [say(fill(reportMailWords.fileFacts, { from: first, to: last, moment, left }))],
  ];
  return {
    name: `story_groups_${first}_${last}.csv`,
    type: 'text/csv; charset=utf-8',
    content: bom + lines.map(csvLine).join(''),
  };
};
