import type { Rhythm } from '#contracts/report/events.ts';
import { fill, type Phrase } from '#contracts/words/phrase.ts';
import { reportMailWords } from '#contracts/words/report-mail.en.ts';
import { say } from '../platform/say.ts';
import { type MailContent, oneLine, renderWords } from './templates.ts';

/** The figures of a line, as they are written; a dash where there can be none. */
export interface ReportLine {
  title: string;
  reach: string;
  impressions: string;
  clicks: string;
  ctr: string;
}
/** What the mail of a report needs. */
export interface ReportMailValues {
  firstname: string;
  name: string;
  rhythm: Rhythm;
  /** The days that it shows, as they are written. */
  days: string;
  /** All groups together, how many they are, and the first of them. */
  totals: Omit<ReportLine, 'title'>;
  count: number;
  lines: readonly ReportLine[];
  /** In which of its apps the reader sees only groups of their own. */
  own: 'none' | 'some' | 'all';
  /** When it was counted, UTC, as it is written. */
  moment: string;
  /** The page that shows these days. */
  page: string;
  /** What ends it for the reader. */
  end: string;
}

const said = (title: Phrase | string, line: Omit<ReportLine, 'title'>): Phrase =>
  fill(reportMailWords.figures, { ...line, title: typeof title === 'string' ? oneLine(title) : title });

/** Writes the mail of a report: all groups together first, then each. */
export const renderReport = (given: ReportMailValues): MailContent => {
  const { firstname, rhythm, days, totals, count, lines, own, moment, page, end } = given;
  const name = oneLine(given.name);
  const all = fill(reportMailWords.all, { count });
  const cells = ({ reach, impressions, clicks, ctr }: Omit<ReportLine, 'title'>) => [reach, impressions, clicks, ctr];
  const { group, reach, impressions, clicks, ctr } = reportMailWords;
  const left = count - lines.length;
  return renderWords(
    {
      subject: fill(reportMailWords.subject, { name, days }),
      lines: [
        fill(reportMailWords.intro, { rhythm, name, days }),
        ...(own === 'none' ? [] : [fill(reportMailWords.own, { all: `${own === 'all'}` })]),
      ],
      table: {
        note: say(left > 0 ? fill(reportMailWords.more, { count: left }) : reportMailWords.attached),
        head: [group, reach, impressions, clicks, ctr].map(say),
        total: [say(all), ...cells(totals)],
        rows: lines.map((line) => [oneLine(line.title), ...cells(line)]),
        text: [said(all, totals), ...lines.map((line) => said(line.title, line))].map(say),
      },
      button: reportMailWords.button,
      end: [fill(reportMailWords.counted, { moment }), fill(reportMailWords.why, { rhythm })],
      foot: { label: reportMailWords.end, address: end },
    },
    { firstname, link: page },
  );
};
