import { download } from '../api/download.ts';
import { CsvMenu } from '../csv/CsvMenu.tsx';
import { dayText } from '../group/analytics/date-range.ts';
import { analyticsWords } from '../words/analytics.en.ts';
import { t } from '../words/t.ts';
import { figuresQuery } from './analytics-queries.ts';
import { figuresCsv, type ShownFigures } from './figures-csv.ts';
import type { FiguresScope } from './use-scope.ts';

/** Saves the figures as CSV: the table as it is shown, or all figures of all groups from the server; not while those of other days are shown. */
export function FiguresMenu(props: { shown: ShownFigures; scope: FiguresScope; stale: boolean }) {
  const { shown, scope, stale } = props;
  const { days, lines } = shown;
  const name = `story_groups_${dayText(days.from)}_${dayText(days.to)}`;
  return (
    <CsvMenu
      what={t(analyticsWords.groupCount, { count: lines.length })}
      disabled={stale || lines.length === 0}
      files={[
        {
          name,
          label: t(analyticsWords.csvShown),
          note: t(analyticsWords.csvShownNote),
          read: () => figuresCsv(shown),
        },
        {
          name,
          label: t(analyticsWords.csvAll),
          note: t(analyticsWords.csvAllNote),
          read: () => download('/report', { report_type: 'story_groups', ...figuresQuery(scope, days, null) }),
        },
      ]}
    />
  );
}
