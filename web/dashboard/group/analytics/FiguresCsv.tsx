import { actingReason } from '../../api/acting-reason.ts';
import { download } from '../../api/download.ts';
import { CsvButton } from '../../csv/CsvButton.tsx';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import type { GroupDetail } from '../group-queries.ts';
import { dayText } from './date-range.ts';
import { useRange } from './use-range.ts';

/** Saves the figures of the group's stories in the chosen days as a CSV file, a row for each story. */
export function FiguresCsv({ group }: { group: GroupDetail }) {
  const { range } = useRange();
  const query = { report_type: 'stories', story_group_id: group.id, ts_start: range.from, ts_end: range.to };
  return (
    <CsvButton
      what={t(groupWords.storyCount, { count: group.stories.length })}
      name={() => `stories_${dayText(range.from)}_${dayText(range.to)}`}
      read={() => download('/report', query)}
      disabled={group.stories.length === 0}
      disabledReason={actingReason()}
    />
  );
}
