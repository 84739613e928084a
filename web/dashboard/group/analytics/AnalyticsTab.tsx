import { useQuery } from '@tanstack/react-query';
import { ChartLine } from 'lucide-react';
import { groupTotalsQuery } from '../../analytics/analytics-queries.ts';
import { CompareMenu } from '../../analytics/CompareMenu.tsx';
import { FunnelCard } from '../../analytics/details/FunnelCard.tsx';
import { HoursCard } from '../../analytics/details/HoursCard.tsx';
import { VersionsCard } from '../../analytics/details/VersionsCard.tsx';
import { WatchCard } from '../../analytics/details/WatchCard.tsx';
import { WaysCard } from '../../analytics/details/WaysCard.tsx';
import { GroupAnswers } from '../../analytics/interaction/GroupAnswers.tsx';
import { measureOf } from '../../analytics/measures.ts';
import { useVersus } from '../../analytics/use-versus.ts';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { whyNone } from '../../kit/text/compared-words.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { WhySlot } from '../../why/WhySlot.tsx';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import type { GroupDetail } from '../group-queries.ts';
import { StoryFigures } from '../stories/StoryFigures.tsx';
import { hasNothing, leadsOut } from '../stories/story-facts.ts';
import { useGroupSearch } from '../use-group-search.ts';
import css from './AnalyticsTab.module.css';
import { BesidePicker } from './BesidePicker.tsx';
import { dayText } from './date-range.ts';
import { GroupChart } from './GroupChart.tsx';
import { SideBySide } from './SideBySide.tsx';
import { Tiles, tileMeasures } from './Tiles.tsx';
import { useBeside } from './use-beside.ts';
import { useRange } from './use-range.ts';

const noViewsText = (firstDay: string | null) =>
  firstDay === null ? t(groupWords.noFiguresYet) : t(groupWords.noFiguresInRange);

/** The figures of a group in the chosen days: totals, days, the way to the click, watch times, stories and versions. */
export default function AnalyticsTab({ group }: { group: GroupDetail }) {
  const { account, apps, may } = useSession();
  const { range } = useRange();
  const { search, set } = useGroupSearch();
  const versus = useVersus();
  const beside = useBeside(group, range);
  const { data, isError, isPlaceholderData, refetch, dataUpdatedAt } = useQuery(
    groupTotalsQuery({ apps: [], instances: [], groups: [group.id] }, range, versus.start),
  );
  const app = apps.find((one) => one.id === group.app_id);
  const isWeb = app?.store_type === 'web';
  if (isError && !data)
    return (
      <ErrorState
        title={t(groupWords.figuresDidNotLoad)}
        text={t(groupWords.figuresDidNotLoadText)}
        onRetry={() => refetch()}
      />
    );
  if (!data)
    return (
      <div className={css.analytics}>
        <Loading label={t(groupWords.loadingFigures)} />
        <Skeleton height={112} radius={12} />
        <Skeleton height={320} radius={12} />
        <Skeleton height={240} radius={12} />
      </div>
    );
  const none = whyNone(data.compared.first_day, account.ts_created, dayText(range.to));
  const ways = group.stories.some(({ conditions }) => conditions) ? <WaysCard groupId={group.id} days={range} /> : null;
  if (hasNothing(data.stats))
    return (
      <div className={css.analytics}>
        <EmptyState
          art={<ChartLine size={28} aria-hidden />}
          title={t(groupWords.noViewsYet)}
          text={noViewsText(data.compared.first_day)}
        />
        {data.compared.first_day === null ? null : <FunnelCard groupId={group.id} days={range} isWeb={isWeb} />}
        <StoryFigures group={group} isWeb={isWeb} none={none} />
        <GroupAnswers groupId={group.id} />
        {ways}
        <WhySlot />
      </div>
    );
  const measure = measureOf(search.get('measure'), tileMeasures(isWeb));
  return (
    <div className={css.analytics} aria-busy={isPlaceholderData || undefined}>
      <div className={css.tools}>
        <CompareMenu versus={versus} />
        <BesidePicker beside={beside} />
      </div>
      <Tiles
        groupId={group.id}
        totals={data}
        isWeb={isWeb}
        hasLink={group.stories.some(leadsOut) || data.stats.total_click > 0}
        chosen={measure}
        onChoose={({ id }) => set({ measure: id === 'reach' ? null : id }, { push: true })}
      />
      <GroupChart
        group={group}
        totals={data}
        countedAt={dataUpdatedAt}
        measure={measure}
        versus={versus}
        beside={beside}
      />
      {beside.other && beside.totals ? (
        <SideBySide
          one={{ title: group.title, totals: data }}
          other={{ title: beside.other.title, totals: beside.totals }}
          isWeb={isWeb || beside.other.isWeb}
          countedAt={dataUpdatedAt}
        />
      ) : beside.failed ? (
        <ErrorState
          title={t(groupWords.figuresDidNotLoad)}
          text={t(groupWords.figuresDidNotLoadText)}
          onRetry={beside.again}
        />
      ) : beside.pending ? (
        <Skeleton height={340} radius={12} />
      ) : null}
      <div className={css.pair}>
        <FunnelCard groupId={group.id} days={range} isWeb={isWeb} />
        {app && may('overview.view', app.id) ? <HoursCard apps={[app.id]} name={app.title} days={range} /> : null}
      </div>
      <WatchCard groupId={group.id} days={range} />
      <StoryFigures group={group} isWeb={isWeb} none={none} />
      <GroupAnswers groupId={group.id} />
      {ways}
      <VersionsCard groupId={group.id} days={range} isWeb={isWeb} />
      <WhySlot />
    </div>
  );
}
