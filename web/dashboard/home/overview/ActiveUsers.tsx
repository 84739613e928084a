import type { Overview } from '#contracts/stats/stats.ts';
import { DayChartCard } from '../../charts/DayChartCard.tsx';
import { beforeName } from '../../charts/days.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { figureOn } from '../../kit/text/compared-words.ts';
import { homeWords } from '../../words/home.en.ts';
import { t } from '../../words/t.ts';
import { averageUsers } from './average-users.ts';
import { madeGroups } from './made-groups.ts';
import overviewParts from './OverviewParts.module.css';

/** Daily active users of the app: a line with the groups that were created, or the same as a table. */
export function ActiveUsers({ overview, whole }: { overview: Overview; whole: boolean }) {
  const { search, set } = useGroupSearch();
  return (
    <DayChartCard
      className={overviewParts.users}
      title={t(homeWords.dailyActiveUsers)}
      scope={whole ? null : t(homeWords.wholeAppNote)}
      name={t(homeWords.dailyUsers)}
      before={beforeName(overview.daily_stats.length)}
      days={overview.daily_stats.map((day) => ({
        date: day.date,
        now: figureOn(day.date, day.dau, overview.dau_first_day),
        before: figureOn(day.versus_date, day.prev_dau, overview.dau_first_day),
      }))}
      made={madeGroups(overview)}
      average={averageUsers(overview, new Date().toISOString().slice(0, 10)) || undefined}
      nothing={t(homeWords.noActiveUsers)}
      chartLabel={t(homeWords.usersChartAlt)}
      tableLabel={t(homeWords.usersTable)}
      table={search.get('users') === 'table'}
      onTable={(on) => set({ users: on ? 'table' : null })}
    />
  );
}
