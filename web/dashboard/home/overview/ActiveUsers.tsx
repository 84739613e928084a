import type { Overview } from '#contracts/stats/stats.ts';
import { DayChartCard } from '../../charts/DayChartCard.tsx';
import { beforeName, chartDays } from '../../charts/days.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { figureOn } from '../../kit/text/compared-words.ts';
import { homeWords } from '../../words/home.en.ts';
import { t } from '../../words/t.ts';
import { averageUsers } from './average-users.ts';
import { madeGroups } from './made-groups.ts';
import overviewParts from './OverviewParts.module.css';
import type { AppPlace, ScopeKind } from './overview-scope.ts';

/** Properties of the ActiveUsers; `places` are those of the groups' instances, where there are several apps. */
export interface ActiveUsersProps {
  overview: Overview;
  countedAt: number;
  kind: ScopeKind;
  places: ReadonlyMap<string, AppPlace>;
}

/** Daily active users of the app, or of several apps together: a line with the groups that were created, or the same as a table. */
export function ActiveUsers({ overview, countedAt, kind, places }: ActiveUsersProps) {
  const { search, set } = useGroupSearch();
  return (
    <DayChartCard
      className={overviewParts.users}
      title={t(homeWords.dailyActiveUsers)}
      scope={kind === 'instance' ? t(homeWords.wholeAppNote) : null}
      name={t(homeWords.dailyUsers)}
      before={beforeName(overview.daily_stats.length)}
      days={overview.daily_stats.map((day) => ({
        date: day.date,
        now: figureOn(day.date, day.dau, overview.dau_first_day),
        before: figureOn(day.versus_date, day.prev_dau, overview.dau_first_day),
      }))}
      made={madeGroups(overview, places)}
      average={averageUsers(overview, new Date().toISOString().slice(0, 10)) || undefined}
      nothing={t(homeWords.noActiveUsers)}
      chartLabel={t(homeWords.usersChartAlt)}
      tableLabel={t(homeWords.usersTable)}
      facts={{ countedAt, compared: chartDays(overview.daily_stats.map((day) => day.versus_date)) }}
      table={search.get('users') === 'table'}
      onTable={(on) => set({ users: on ? 'table' : null })}
    />
  );
}
