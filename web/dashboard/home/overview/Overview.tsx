import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import type { AppRow, InstanceRow } from '#contracts/app/rows.ts';
import { beforeName } from '../../charts/days.ts';
import { RangePicker } from '../../group/analytics/RangePicker.tsx';
import { useRange } from '../../group/analytics/use-range.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { Menu } from '../../kit/overlays/Menu.tsx';
import { MenuItem } from '../../kit/overlays/MenuItem.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { comparedNote } from '../../kit/text/compared-words.ts';
import { cut } from '../../kit/text/format.ts';
import { WhySlot } from '../../why/WhySlot.tsx';
import { homeWords } from '../../words/home.en.ts';
import { t } from '../../words/t.ts';
import { overviewQuery } from '../home-queries.ts';
import { LatestStories } from '../LatestStories.tsx';
import { ActiveUsers } from './ActiveUsers.tsx';
import { InsightPill } from './InsightPill.tsx';
import { insightsOf } from './insights.ts';
import { OverviewCards } from './OverviewCards.tsx';
import overviewParts from './OverviewParts.module.css';
import { OverviewSkeleton } from './OverviewSkeleton.tsx';
import topLists from './TopLists.module.css';
import { TopGroups, TopStories } from './TopLists.tsx';

function ScopeMenu({ instance }: { instance: InstanceRow }) {
  const { search, set } = useGroupSearch();
  const one = search.get('scope') === 'instance';
  return (
    <Menu
      label={t(homeWords.scopeLabel)}
      width={220}
      trigger={
        <button type="button" className={overviewParts.measure}>
          <span className="visually-hidden">{t(homeWords.scopeHeading)} </span>
          {one ? cut(instance.title, 20) : t(homeWords.allInstances)}
          <ChevronDown size={14} aria-hidden />
        </button>
      }
    >
      <MenuItem selected={!one} onSelect={() => set({ scope: null })}>
        {t(homeWords.allInstances)}
      </MenuItem>
      <MenuItem selected={one} note={t(homeWords.selectedInstance)} onSelect={() => set({ scope: 'instance' })}>
        {instance.title}
      </MenuItem>
    </Menu>
  );
}

/** The figures of the app over the chosen days: totals, daily users, latest and best stories, and what is worth a remark. */
export function OverviewPart({ app, instance }: { app: AppRow; instance: InstanceRow }) {
  const { search } = useGroupSearch();
  const { range } = useRange();
  const whole = search.get('scope') !== 'instance' || app.instances.length < 2;
  const { data, isError, isPlaceholderData, refetch } = useQuery(
    overviewQuery(app.id, whole ? null : instance.id, range),
  );
  const note = data ? comparedNote(data.compared, data.daily_stats.length) : '';
  return (
    <section
      className={overviewParts.overview}
      aria-label={t(homeWords.overview)}
      aria-busy={isPlaceholderData || undefined}
    >
      <header className={overviewParts.overviewHead}>
        <h2>{t(homeWords.overview)}</h2>
        <Badge kind="neutral">{t(homeWords.utc)}</Badge>
        {app.instances.length > 1 ? <ScopeMenu instance={instance} /> : null}
        <div className={overviewParts.range}>
          <RangePicker beside />
        </div>
      </header>
      {data ? (
        <>
          {note ? <p className="t-caption">{note}</p> : null}
          <InsightPill insights={insightsOf(data, beforeName(data.compared.days || 1))} />
          <div className={overviewParts.columns} data-stale={isPlaceholderData || undefined}>
            <OverviewCards
              overview={data}
              of={whole ? { scope: 'app', id: app.id } : { scope: 'instance', id: instance.id }}
            />
            <ActiveUsers overview={data} whole={whole} />
            <LatestStories overview={data} />
            <div className={topLists.tops}>
              <TopGroups overview={data} />
              <TopStories overview={data} />
            </div>
          </div>
          <WhySlot />
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
    </section>
  );
}
