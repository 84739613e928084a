import { Download, FileSpreadsheet, Table2 } from 'lucide-react';
import { actingReason } from '../api/acting-reason.ts';
import { download } from '../api/download.ts';
import { saveFile } from '../csv/save-file.ts';
import { dayText } from '../group/analytics/date-range.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { Menu } from '../kit/overlays/Menu.tsx';
import { MenuItem } from '../kit/overlays/MenuItem.tsx';
import { useCommand } from '../kit/use-command.ts';
import { analyticsWords } from '../words/analytics.en.ts';
import { csvWords } from '../words/csv.en.ts';
import { t } from '../words/t.ts';
import { figuresQuery } from './analytics-queries.ts';
import { figuresCsv, type ShownFigures } from './figures-csv.ts';
import type { FiguresScope } from './use-scope.ts';

/** Saves the figures as CSV: the table as it is shown, or all figures of all groups from the server; not while those of other days are shown. */
export function FiguresMenu(props: { shown: ShownFigures; scope: FiguresScope; stale: boolean }) {
  const { shown, scope, stale } = props;
  const { days, lines } = shown;
  const name = `story_groups_${dayText(days.from)}_${dayText(days.to)}.csv`;
  const what = t(analyticsWords.groupCount, { count: lines.length });
  const save = useCommand<boolean>({
    on: 'csv',
    send: async (_, isAll) =>
      saveFile(
        name,
        isAll
          ? await download('/report', { report_type: 'story_groups', ...figuresQuery(scope, days, null) })
          : figuresCsv(shown),
      ),
    said: () => t(csvWords.saved, { what }),
  });
  return (
    <Menu
      label={t(csvWords.csv)}
      align="end"
      width={260}
      trigger={
        <Button
          size="toolbar"
          icon={<Download aria-hidden />}
          loading={save.busy}
          disabled={stale || lines.length === 0}
        >
          {t(csvWords.csv)}
        </Button>
      }
    >
      <MenuItem
        icon={<Table2 aria-hidden />}
        note={t(analyticsWords.csvShownNote)}
        disabledReason={actingReason()}
        onSelect={() => save.run(false)}
      >
        {t(analyticsWords.csvShown)}
      </MenuItem>
      <MenuItem
        icon={<FileSpreadsheet aria-hidden />}
        note={t(analyticsWords.csvAllNote)}
        disabledReason={actingReason()}
        onSelect={() => save.run(true)}
      >
        {t(analyticsWords.csvAll)}
      </MenuItem>
    </Menu>
  );
}
