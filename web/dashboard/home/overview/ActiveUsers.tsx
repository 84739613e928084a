import { ChartLine, Table2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { Overview } from '#contracts/stats/stats.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { Card } from '../../kit/Card.tsx';
import { Cover } from '../../kit/pictures/Cover.tsx';
import { Skeleton } from '../../kit/states/Skeleton.tsx';
import { Table } from '../../kit/table/Table.tsx';
import { earlierFigure } from '../../kit/text/compared-words.ts';
import { dateIn, exactNumber } from '../../kit/text/format.ts';
import { Figure } from '../../kit/text/Metric.tsx';
import { homeWords } from '../../words/home.en.ts';
import { t } from '../../words/t.ts';
import css from './ActiveUsers.module.css';
import { beforeName, madeGroups } from './days.ts';
import overviewParts from './OverviewParts.module.css';

const Chart = lazy(() => import('./ActiveUsersChart.tsx'));
const chartHeight = 224;

/** Daily active users of the app: a line with the groups that were created, or the same as a table. */
export function ActiveUsers({ overview, whole }: { overview: Overview; whole: boolean }) {
  const { search, set } = useGroupSearch();
  const table = search.get('users') === 'table';
  const days = overview.daily_stats.map((day) => ({
    ...day,
    prev_dau: earlierFigure(day.versus_date, day.prev_dau, overview.dau_first_day),
  }));
  const made = madeGroups(overview);
  const before = beforeName(days.length);
  const shown = made.filter((group) => days.some((day) => day.date === group.date));
  return (
    <Card as="section" className={css.users} aria-label={t(homeWords.dailyActiveUsers)}>
      <div className={overviewParts.usersHead}>
        <h2 className="t-card">{t(homeWords.dailyActiveUsers)}</h2>
        {whole ? null : <span className="t-caption">{t(homeWords.wholeAppNote)}</span>}
        <ul className={css.legend}>
          <li className={css.legendWide}>
            <span className={css.key} aria-hidden />
            {t(homeWords.thisPeriod)}
          </li>
          <li className={css.legendWide}>
            <span className={css.key} data-dashed aria-hidden />
            {before}
          </li>
          {shown[0] ? (
            <li className={css.legendWide}>
              <Cover name={shown[0].title} src={shown[0].icon} size={16} />
              {t(homeWords.groupCreated)}
            </li>
          ) : null}
          <li>{t(homeWords.average, { users: <Figure key="users" value={overview.avg_dau} /> })}</li>
        </ul>
        <IconButton
          size="small"
          label={table ? t(homeWords.showChart) : t(homeWords.showTable)}
          icon={table ? <ChartLine /> : <Table2 />}
          onClick={() => set({ users: table ? null : 'table' })}
        />
      </div>
      {table ? (
        <section
          className={css.usersTable}
          style={{ height: chartHeight }}
          aria-label={t(homeWords.usersTableHeading)}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table scrolls, also with the keyboard
          tabIndex={0}
        >
          <Table
            caption={t(homeWords.usersTable)}
            cards={false}
            columns={[
              {
                id: 'date',
                label: t(homeWords.dayUtc),
                render: (day) => <span className="num">{dateIn('UTC', Date.parse(day.date) / 1000)}</span>,
              },
              { id: 'now', label: t(homeWords.users), align: 'right', render: (day) => exactNumber(day.dau) },
              {
                id: 'before',
                label: before,
                align: 'right',
                render: (day) => (day.prev_dau === null ? '–' : exactNumber(day.prev_dau)),
              },
              {
                id: 'created',
                label: t(homeWords.groupsCreated),
                render: (day) =>
                  made
                    .filter((group) => group.date === day.date)
                    .map((group) => group.title)
                    .join(', '),
              },
            ]}
            rows={days}
            rowKey={(day) => day.date}
          />
        </section>
      ) : (
        <Suspense fallback={<Skeleton height={chartHeight} radius={8} />}>
          <Chart days={days} made={made} before={before} height={chartHeight} />
        </Suspense>
      )}
    </Card>
  );
}
