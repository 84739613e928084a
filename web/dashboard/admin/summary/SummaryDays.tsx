import { ChartSpline, Table2 } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import type { AdminStats } from '#contracts/admin/admin.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { SegmentedControl } from '../../kit/buttons/SegmentedControl.tsx';
import { Card } from '../../kit/Card.tsx';
import { LazyPart } from '../../kit/states/LazyPart.tsx';
import { PartFailed } from '../../kit/states/PartFailed.tsx';
import { Skeleton } from '../../kit/states/Skeleton.tsx';
import { Table } from '../../kit/table/Table.tsx';
import { dateIn, exactNumber } from '../../kit/text/format.ts';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import type { DailyCount } from './daily-count.ts';
import css from './SummaryParts.module.css';

const SummaryChart = lazy(() => import('./SummaryChart.tsx'));

type Day = AdminStats['daily'][number];

const counts: readonly { value: DailyCount; label: string }[] = [
  { value: 'users', label: t(adminWords.newUsers) },
  { value: 'accounts', label: t(adminWords.newAccounts) },
  { value: 'apps', label: t(adminWords.newApps) },
  { value: 'story_groups', label: t(adminWords.newGroups) },
  { value: 'stories', label: t(adminWords.newStories) },
  { value: 'impressions', label: t(adminWords.impressions) },
  { value: 'clicks', label: t(adminWords.clicks) },
];

const dayOf = (date: string) => dateIn('UTC', Date.parse(`${date}T00:00:00Z`) / 1000);
const height = 260;

/** What came day by day over the chosen days: one count as a chart, or all of them as a table. */
export function SummaryDays({ daily, stale, picker }: { daily: Day[]; stale: boolean; picker: ReactNode }) {
  const { search, set } = useGroupSearch();
  const count = counts.find((one) => one.value === search.get('count')) ?? counts[0]!;
  const asTable = search.get('days') === 'table';
  const sum = daily.reduce((total, day) => total + day[count.value], 0);
  return (
    <Card as="section" aria-label={t(adminWords.dayByDay)} aria-busy={stale || undefined}>
      <div className={css.daysHead}>
        <SegmentedControl<DailyCount>
          label={t(adminWords.measureLabel)}
          value={count.value}
          options={counts}
          onChange={(next) => set({ count: next === 'users' ? null : next })}
        />
        <div className={css.daysRange}>
          {picker}
          <IconButton
            variant="outlined"
            label={asTable ? t(adminWords.showChart) : t(adminWords.showTable)}
            icon={asTable ? <ChartSpline /> : <Table2 />}
            onClick={() => set({ days: asTable ? null : 'table' })}
          />
        </div>
      </div>
      {asTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className={css.daysTable} aria-label={t(adminWords.daysTable)} tabIndex={0}>
          <Table
            caption={t(adminWords.theDays)}
            cards={false}
            columns={[
              {
                id: 'date',
                label: t(adminWords.day),
                render: (day: Day) => <span className="num">{dayOf(day.date)}</span>,
              },
              ...counts.map(({ value, label }) => ({
                id: value,
                label,
                align: 'right' as const,
                render: (day: Day) => exactNumber(day[value]),
              })),
            ]}
            rows={daily.toReversed()}
            rowKey={(day) => day.date}
          />
        </section>
      ) : (
        <>
          <p className={`t-small num ${css.daysSum}`}>
            {t(adminWords.chartSum, { label: count.label, sum: exactNumber(sum) })}
          </p>
          <LazyPart fallback={<Skeleton height={height} radius={8} />} failed={<PartFailed bare />}>
            <SummaryChart days={daily} count={count.value} name={count.label} height={height} />
          </LazyPart>
        </>
      )}
    </Card>
  );
}
