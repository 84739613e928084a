import { useQuery } from '@tanstack/react-query';
import { groupTotalsQuery } from '../../analytics/analytics-queries.ts';
import { linesCsv } from '../../analytics/figures-csv.ts';
import { useVersus } from '../../analytics/use-versus.ts';
import { download } from '../../api/download.ts';
import { CsvMenu } from '../../csv/CsvMenu.tsx';
import { whyNone } from '../../kit/text/compared-words.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { analyticsWords } from '../../words/analytics.en.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import type { GroupDetail } from '../group-queries.ts';
import { storyNumber } from '../stories/story-facts.ts';
import { storyFigures, useStoryLines } from '../stories/use-story-lines.ts';
import { dayText } from './date-range.ts';

/** Saves the figures of the group's stories in the chosen days as CSV: the table as it is shown, or all from the server. */
export function FiguresCsv({ group }: { group: GroupDetail }) {
  const { account, apps } = useSession();
  const versus = useVersus();
  const { range, query, lines } = useStoryLines(group);
  const { data: totals, isPlaceholderData } = useQuery(
    groupTotalsQuery({ apps: [], instances: [], groups: [group.id] }, range, versus.start),
  );
  const lastDay = dayText(range.to);
  const name = `stories_${dayText(range.from)}_${lastDay}`;
  const isReady = lines !== null && lines.length > 0 && totals !== undefined && !isPlaceholderData;
  const shown = () => {
    const figures = storyFigures(apps.some(({ id, store_type }) => id === group.app_id && store_type === 'web'));
    const none = whyNone(totals?.compared.first_day ?? null, account.ts_created, lastDay);
    const rows = (lines ?? []).map(({ story, stats }) => [
      story.title,
      ...figures.map(({ id }) => (none ? null : storyNumber(story, stats, id))),
    ]);
    const head = [t(groupWords.story), ...figures.map(({ label }) => label)];
    return linesCsv([head, ...rows], range, query.dataUpdatedAt);
  };
  const ofStories = { report_type: 'stories', story_group_id: group.id, ts_start: range.from, ts_end: range.to };
  return (
    <CsvMenu
      what={t(groupWords.storyCount, { count: group.stories.length })}
      disabled={group.stories.length === 0}
      files={[
        {
          name,
          label: t(analyticsWords.csvShown),
          note: t(analyticsWords.csvShownNote),
          disabled: !isReady,
          read: shown,
        },
        {
          name,
          label: t(analyticsWords.csvAll),
          note: t(analyticsWords.csvAllStoriesNote),
          read: () => download('/report', ofStories),
        },
      ]}
    />
  );
}
