import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AppRow, InstanceRow } from '#contracts/app/rows.ts';
import { beforeName } from '../../charts/days.ts';
import { RangePicker } from '../../group/analytics/RangePicker.tsx';
import { useRange } from '../../group/analytics/use-range.ts';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { comparedNote } from '../../kit/text/compared-words.ts';
import type { WhySubject } from '../../why/use-why.ts';
import { WhySlot } from '../../why/WhySlot.tsx';
import { homeWords } from '../../words/home.en.ts';
import { homeAppsWords } from '../../words/home-apps.en.ts';
import { t } from '../../words/t.ts';
import { overviewQuery } from '../home-queries.ts';
import { LatestStories } from '../LatestStories.tsx';
import { ActiveUsers } from './ActiveUsers.tsx';
import { InsightPill } from './InsightPill.tsx';
import { insightsOf } from './insights.ts';
import { MoreFigures } from './MoreFigures.tsx';
import { OverviewCards } from './OverviewCards.tsx';
import overviewParts from './OverviewParts.module.css';
import { OverviewSkeleton } from './OverviewSkeleton.tsx';
import { type OverviewScope, placesIn, type ScopeKind } from './overview-scope.ts';
import { ScopeMenu } from './ScopeMenu.tsx';
import topLists from './TopLists.module.css';
import { TopGroups, TopStories } from './TopLists.tsx';

/** What a figure of the overview can be asked about. */
const subjectOf = ({ kind, apps, instance }: OverviewScope): WhySubject => {
  if (kind === 'apps') return 'together';
  return instance ? { scope: 'instance', id: instance.id } : { scope: 'app', id: apps[0]!.id };
};

/** Properties of the OverviewPart: the chosen app and instance, and what the overview is of. */
export interface OverviewPartProps {
  app: AppRow;
  instance: InstanceRow;
  scope: OverviewScope;
  onScope: (kind: ScopeKind) => void;
}

/** The figures of the scope over the chosen days: totals, daily users, latest and best stories, and what is worth a remark. */
export function OverviewPart({ app, instance, scope, onScope }: OverviewPartProps) {
  const { range } = useRange();
  const { kind, apps, count } = scope;
  const places = useMemo(() => placesIn(scope), [scope]);
  const { data, isError, isPlaceholderData, refetch, dataUpdatedAt } = useQuery(
    overviewQuery(
      apps.map(({ id }) => id),
      scope.instance?.id ?? null,
      range,
    ),
  );
  const note = data ? comparedNote(data.compared, data.daily_stats.length) : '';
  const of = subjectOf(scope);
  return (
    <section
      className={overviewParts.overview}
      aria-label={t(homeWords.overview)}
      aria-busy={isPlaceholderData || undefined}
    >
      <header className={overviewParts.overviewHead}>
        <h2>{t(homeWords.overview)}</h2>
        <Badge kind="neutral">{t(homeWords.utc)}</Badge>
        <ScopeMenu app={app} instance={instance} scope={scope} onChoose={onScope} />
        <div className={overviewParts.range}>
          <RangePicker beside />
        </div>
      </header>
      {kind === 'apps' ? (
        <p className="t-caption">
          {t(homeAppsWords.together, { left: count > apps.length, shown: apps.length, count })} {note}
        </p>
      ) : note ? (
        <p className="t-caption">{note}</p>
      ) : null}
      {data ? (
        <>
          <InsightPill insights={insightsOf(data, beforeName(data.compared.days || 1))} />
          <div className={overviewParts.columns} data-stale={isPlaceholderData || undefined}>
            <OverviewCards overview={data} of={of} />
            <ActiveUsers overview={data} countedAt={dataUpdatedAt} kind={kind} places={places} />
            <LatestStories overview={data} places={places} />
            <div className={topLists.tops}>
              <TopGroups overview={data} places={places} />
              <TopStories overview={data} places={places} />
            </div>
          </div>
          <WhySlot
            together={{
              name: t(homeAppsWords.appCount, { count: apps.length }),
              scope: 'app',
              query: { app_id: apps.map(({ id }) => id).join() },
            }}
          />
        </>
      ) : isError ? (
        <ErrorState
          title={t(homeWords.figuresDidNotLoad)}
          text={t(homeWords.figuresDidNotLoadText)}
          onRetry={() => refetch()}
        />
      ) : (
        <OverviewSkeleton />
      )}
      <MoreFigures app={app} scope={scope} range={range} />
    </section>
  );
}
