import { useQuery } from '@tanstack/react-query';
import { ChartLine } from 'lucide-react';
import { useState } from 'react';
import type { GroupStats, GroupStatsRow } from '#contracts/stats/stats.ts';
import { GroupAnswers } from '../../analytics/interaction/GroupAnswers.tsx';
import { DayChartCard } from '../../charts/DayChartCard.tsx';
import { beforeName } from '../../charts/days.ts';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { comparedNote, figureOn, noChangeText } from '../../kit/text/compared-words.ts';
import { daysIn, percent } from '../../kit/text/format.ts';
import metricCss from '../../kit/text/Metric.module.css';
import { Figure, MetricChange, Missing } from '../../kit/text/Metric.tsx';
import { useSession } from '../../shell/session/session-context.tsx';
import type { AskedFigure } from '../../why/use-why.ts';
import { WhyButton } from '../../why/WhyButton.tsx';
import { WhySlot } from '../../why/WhySlot.tsx';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { type GroupDetail, groupStatsQuery } from '../group-queries.ts';
import { StoryFigures } from '../stories/StoryFigures.tsx';
import { hasNothing, leadsOut, noLinkText } from '../stories/story-facts.ts';
import { useGroupSearch } from '../use-group-search.ts';
import css from './AnalyticsTab.module.css';
import { previousRange } from './date-range.ts';
import { useRange } from './use-range.ts';

/** The figures that are known for each day. */
type DailyMetric = 'reach' | 'impression' | 'click';

interface Tile {
  name: string;
  why: AskedFigure;
  metric?: DailyMetric;
  read: (stats: GroupStats) => number;
  text?: (stats: GroupStats) => string;
  /** Why a figure cannot exist; an en dash stands for it. */
  none?: string;
}

const tiles = (isWeb: boolean, hasLink: boolean): Tile[] => [
  { name: t(groupWords.reach), why: 'reach', metric: 'reach', read: (stats) => stats.reach },
  { name: t(groupWords.impression), why: 'impression', metric: 'impression', read: (stats) => stats.total_impression },
  { name: t(groupWords.click), why: 'click', metric: 'click', read: (stats) => stats.total_click },
  {
    name: t(groupWords.ctr),
    why: 'ctr',
    read: (stats) => stats.ctr,
    text: (stats) => percent(stats.ctr),
    ...(hasLink ? {} : { none: noLinkText }),
  },
  {
    name: t(groupWords.avgWatchLength),
    why: 'average_watch_length',
    read: (stats) => stats.average_watch_length,
    text: (stats) => t(groupWords.seconds, { seconds: stats.average_watch_length.toFixed(1) }),
  },
  { name: t(groupWords.opened), why: 'open', read: (stats) => stats.total_open },
  ...(isWeb
    ? []
    : [
        {
          name: t(groupWords.completions),
          why: 'complete' as const,
          read: (stats: GroupStats) => stats.total_complete,
        },
      ]),
];

const noViewsText = (firstDay: string | null) =>
  firstDay === null ? t(groupWords.noFiguresYet) : t(groupWords.noFiguresInRange);

const names: Record<DailyMetric, string> = {
  reach: t(groupWords.reach),
  impression: t(groupWords.impression),
  click: t(groupWords.click),
};

function Tiles(props: {
  row: GroupStatsRow;
  isWeb: boolean;
  hasLink: boolean;
  metric: DailyMetric;
  onMetric: (one: DailyMetric) => void;
}) {
  const { row, isWeb, hasLink, metric, onMetric } = props;
  const { now, before } = row.compared;
  const why = noChangeText(row.compared);
  return (
    <ul className={css.figures}>
      {tiles(isWeb, hasLink).map(({ name, why: figure, metric: own, read, text, none }) => {
        const inside = (
          <>
            <span className={metricCss.name}>{name}</span>
            <span className={metricCss.value}>
              {none ? <Missing why={none} /> : text ? text(row.stats) : <Figure value={read(row.stats)} />}
            </span>
            {none ? null : <MetricChange now={read(now)} before={before && read(before)} why={why} />}
          </>
        );
        return (
          <li key={name} className={css.tile}>
            {own ? (
              <button type="button" className={css.figure} aria-pressed={own === metric} onClick={() => onMetric(own)}>
                {inside}
              </button>
            ) : (
              <div className={css.figure}>{inside}</div>
            )}
            {none ? null : <WhyButton className={css.why ?? ''} figure={figure} of={{ scope: 'group', id: row.id }} />}
          </li>
        );
      })}
    </ul>
  );
}

/** The figures of a group in the chosen days: totals, days and stories. */
export default function AnalyticsTab({ group }: { group: GroupDetail }) {
  const { apps } = useSession();
  const { range } = useRange();
  const { search, set } = useGroupSearch();
  const before = previousRange(range);
  const [metric, setMetric] = useState<DailyMetric>('reach');
  const now = useQuery(groupStatsQuery(group.id, range));
  const earlier = useQuery(groupStatsQuery(group.id, before));
  const isWeb = apps.find((app) => app.id === group.app_id)?.store_type === 'web';
  if (now.isError)
    return (
      <ErrorState
        title={t(groupWords.figuresDidNotLoad)}
        text={t(groupWords.figuresDidNotLoadText)}
        onRetry={() => now.refetch()}
      />
    );
  const row = now.data;
  if (now.isPending || !row)
    return (
      <div className={css.analytics}>
        <Loading label={t(groupWords.loadingFigures)} />
        <Skeleton height={112} radius={12} />
        <Skeleton height={320} radius={12} />
        <Skeleton height={240} radius={12} />
      </div>
    );
  const { first_day } = row.compared;
  const days = row.daily.map((day, index) => {
    const was = earlier.data?.daily[index];
    const now = figureOn(day.date, day[metric], first_day);
    return { date: day.date, now, before: figureOn(was?.date, was?.[metric], first_day) };
  });
  const empty = hasNothing(row.stats);
  const comparison = comparedNote(row.compared, row.daily.length);
  if (empty)
    return (
      <div className={css.analytics}>
        <EmptyState
          art={<ChartLine size={28} aria-hidden />}
          title={t(groupWords.noViewsYet)}
          text={noViewsText(first_day)}
        />
        <StoryFigures group={group} isWeb={isWeb} />
        <GroupAnswers groupId={group.id} />
      </div>
    );
  return (
    <div className={css.analytics}>
      <Tiles
        row={row}
        isWeb={isWeb}
        hasLink={group.stories.some(leadsOut) || row.stats.total_click > 0}
        metric={metric}
        onMetric={setMetric}
      />
      <DayChartCard
        title={t(groupWords.chartTitle, { name: names[metric] })}
        name={names[metric]}
        before={beforeName(days.length)}
        days={days}
        chartLabel={t(groupWords.chartAlt, { name: names[metric] })}
        tableLabel={t(groupWords.chartTable, { name: names[metric] })}
        table={search.get('chart') === 'table'}
        onTable={(on) => set({ chart: on ? 'table' : null })}
      >
        {t(groupWords.chartNote, {
          days: daysIn('UTC', before.from, before.to),
          hasNote: comparison !== '',
          note: comparison,
        })}
      </DayChartCard>
      <StoryFigures group={group} isWeb={isWeb} />
      <GroupAnswers groupId={group.id} />
      <WhySlot />
    </div>
  );
}
