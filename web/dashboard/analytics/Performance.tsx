import { useStore } from 'ra-core';
import { useLocation } from 'react-router';
import type { GroupTotals } from '#contracts/stats/stats.ts';
import { DayChartCard } from '../charts/DayChartCard.tsx';
import { useGroupSearch } from '../group/use-group-search.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { Card } from '../kit/Card.tsx';
import { FindField } from '../kit/fields/FindField.tsx';
import { EmptyState } from '../kit/states/EmptyState.tsx';
import type { Sort } from '../kit/table/Table.tsx';
import { comparedNote, figureOn } from '../kit/text/compared-words.ts';
import { daysIn } from '../kit/text/format.ts';
import { WhyButton } from '../why/WhyButton.tsx';
import { analyticsWords } from '../words/analytics.en.ts';
import { t } from '../words/t.ts';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { chartFacts } from './chart-facts.ts';
import { FiguresMenu } from './FiguresMenu.tsx';
import { GroupFunnel } from './GroupFunnel.tsx';
import { GroupLines } from './GroupLines.tsx';
import { GroupsTable } from './GroupsTable.tsx';
import { figureColumns, sortLines } from './group-columns.ts';
import { LinesToggle } from './LinesToggle.tsx';
import { MetricTabs } from './MetricTabs.tsx';
import { type Measure, measureOf, measures } from './measures.ts';
import css from './Performance.module.css';
import { ReportEntry } from './report/ReportEntry.tsx';
import { TableHead } from './TableHead.tsx';
import type { Figures } from './use-figures.ts';
import type { FiguresScope } from './use-scope.ts';
import type { useVersus } from './use-versus.ts';

type Versus = ReturnType<typeof useVersus>;

const longestName = 100;
/** What a wide window has no room for beside the rest. */
const usuallyHidden: readonly string[] = ['nexts', 'prevs', 'closed'];

/** The chosen figure of all groups by day, beside the days before. */
function Chart(props: {
  totals: GroupTotals;
  countedAt: number;
  measure: Measure;
  versus: Versus;
  isAskable: boolean;
}) {
  const { totals, countedAt, measure, versus, isAskable } = props;
  const { search, set } = useGroupSearch();
  const { first_day } = totals.compared;
  const days = totals.daily.map((day, at) => {
    const was = totals.previous_daily[at];
    return {
      date: day.date,
      now: figureOn(day.date, measure.onDay(day) ?? undefined, first_day),
      before: was ? figureOn(was.date, measure.onDay(was) ?? undefined, first_day) : null,
    };
  });
  const note = [comparedNote(totals.compared, days.length), totals.lacks_deleted ? t(analyticsWords.lacksDeleted) : '']
    .filter(Boolean)
    .join(' ');
  return (
    <DayChartCard
      className={css.chart}
      title={t(analyticsWords.chartTitle, { name: measure.label })}
      name={measure.label}
      before={versus.name}
      days={days}
      unit={measure.unit}
      nothing={t(analyticsWords.chartNothing)}
      chartLabel={t(analyticsWords.chartLabel, { name: measure.label })}
      tableLabel={t(analyticsWords.chartTable, { name: measure.label })}
      facts={chartFacts(measure, countedAt, totals.previous_daily)}
      table={search.get('chart') === 'table'}
      onTable={(on) => set({ chart: on ? 'table' : null })}
      tools={
        <>
          {isAskable ? <WhyButton figure={measure.why} of="together" /> : null}
          <LinesToggle />
        </>
      }
    >
      {t(analyticsWords.chartNote, {
        days: daysIn('UTC', versus.days.from, versus.days.to),
        hasNote: note !== '',
        note,
      })}
    </DayChartCard>
  );
}

/** The figures of the groups of a scope: all together as tabs and a chart, and each in a table. */
export function Performance(props: { scope: FiguresScope; figures: Figures; totals: GroupTotals; versus: Versus }) {
  const { scope, figures, totals, versus } = props;
  const { search: query } = useLocation();
  const { search, set } = useGroupSearch();
  const [hidden, hide] = useStore<readonly string[]>('analytics.hidden', usuallyHidden);
  const { lines, range } = figures;
  const onlyWeb = scope.apps.every(({ store_type }) => store_type === 'web');
  const shownMeasures = onlyWeb ? measures.filter(({ notWeb }) => !notWeb) : measures;
  const measure = measureOf(search.get('measure'), shownMeasures);
  const all = figureColumns(onlyWeb);
  // A link sorts for everybody alike: by reach where it names no column, and one that it names is shown.
  const named = all.find(({ id }) => id === search.get('sort'));
  const by = named ?? all[0]!;
  const unseen = hidden.filter((id) => id !== named?.id);
  const left = all.filter(({ id }) => !unseen.includes(id));
  const columns = left.length > 0 ? left : all;
  const sort: Sort = { by: by.id, direction: search.get('dir') === 'asc' ? 'asc' : 'desc' };
  const find = search.get('find') ?? '';
  const found = lines.filter(({ row }) => row.title.toLocaleLowerCase().includes(find.toLocaleLowerCase()));
  const sorted = sortLines(found, by, sort.direction);
  const placeLabel = scope.apps.length > 1 ? t(analyticsWords.app) : t(analyticsWords.instance);
  const addressOf = (id: string) => `/analytics/${id}${query}`;
  const beside = sorted.find(({ row }) => row.id === search.get('funnel')) ?? sorted[0];
  const choose = (next: readonly string[]) => {
    hide(next);
    if (named && next.includes(named.id)) set({ sort: null, dir: null });
  };
  const showFunnel = (id: string) => set({ funnel: id === sorted[0]?.row.id ? null : id });
  return (
    <div className={css.root} data-stale={figures.stale || undefined} aria-busy={figures.stale || undefined}>
      <div className={css.pair}>
        <Card as="section" padded={false} aria-label={t(analyticsWords.figures)}>
          <MetricTabs
            totals={totals}
            measures={shownMeasures}
            chosen={measure}
            onChoose={({ id }) => set({ measure: id === 'reach' ? null : id }, { push: true })}
            none={figures.none}
          />
          {search.get('lines') === 'groups' ? (
            <GroupLines lines={sorted} measure={measure} days={range} />
          ) : (
            <Chart
              totals={totals}
              countedAt={figures.totalsAt}
              measure={measure}
              versus={versus}
              isAskable={figures.none === null}
            />
          )}
        </Card>
        {beside ? (
          <GroupFunnel lines={sorted} chosen={beside} onChoose={showFunnel} days={range} addressOf={addressOf} />
        ) : null}
      </div>
      <Card as="section" padded={false} aria-label={t(analyticsWords.storyGroups)}>
        <TableHead title={t(analyticsWords.storyGroups)} count={lines.length}>
          <FindField
            label={t(analyticsWords.findGroup)}
            value={find}
            maxLength={longestName}
            onChange={(text) => set({ find: text })}
          />
          <ColumnsMenu columns={all} hidden={unseen} onChange={choose} />
          <ReportEntry scope={scope} />
          <FiguresMenu
            scope={scope}
            stale={figures.stale}
            shown={{ lines: sorted, columns, placeLabel, days: range, countedAt: figures.countedAt }}
          />
        </TableHead>
        {sorted.length > 0 ? (
          <GroupsTable
            lines={sorted}
            columns={columns}
            placeLabel={placeLabel}
            totals={{ stats: totals.stats, count: lines.length, none: figures.none, onlyWeb }}
            days={range}
            sort={sort}
            onSort={(next) =>
              set(
                { sort: next.by === 'reach' ? null : next.by, dir: next.direction === 'asc' ? 'asc' : null },
                { push: true },
              )
            }
            addressOf={addressOf}
            chosen={beside?.row.id}
            onChoose={showFunnel}
          />
        ) : (
          <EmptyState
            title={t(analyticsWords.noneFit)}
            text={t(analyticsWords.noneFitText)}
            action={<Button onClick={() => set({ find: null })}>{t(analyticsWords.showAll)}</Button>}
          />
        )}
      </Card>
    </div>
  );
}
