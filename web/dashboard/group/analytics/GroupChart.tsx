import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import type { GroupTotals } from '#contracts/stats/stats.ts';
import { chartFacts } from '../../analytics/chart-facts.ts';
import type { Measure } from '../../analytics/measures.ts';
import type { useVersus } from '../../analytics/use-versus.ts';
import { DayChartCard } from '../../charts/DayChartCard.tsx';
import { LazyPart } from '../../kit/states/LazyPart.tsx';
import { usePartFailed } from '../../kit/states/use-part-failed.ts';
import { comparedNote, figureOn } from '../../kit/text/compared-words.ts';
import { daysIn } from '../../kit/text/format.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import type { GroupDetail } from '../group-queries.ts';
import { useGroupSearch } from '../use-group-search.ts';
import { changeMarks, changesQuery, versionsIn, versionsName } from './changes-query.ts';
import type { Beside } from './use-beside.ts';
import { useRange } from './use-range.ts';

const ChangesDrawer = lazy(() => import('./ChangesDrawer.tsx'));
const noRows: readonly never[] = [];

/** The chosen figure of a group by day, beside the days before or another group, with marks where its content changed. */
export function GroupChart(props: {
  group: GroupDetail;
  totals: GroupTotals;
  countedAt: number;
  measure: Measure;
  versus: ReturnType<typeof useVersus>;
  beside: Beside;
}) {
  const { group, totals, countedAt, measure, versus, beside } = props;
  const { search, set, open, close } = useGroupSearch();
  const { range } = useRange();
  const { data: changes, isError, refetch } = useQuery(changesQuery(group.id, range));
  const onFailed = usePartFailed(() => close('changed'));
  const opened = versionsIn(search.get('changed'));
  const { first_day } = totals.compared;
  const onDay = (of: GroupTotals, day: GroupTotals['daily'][number] | undefined) =>
    figureOn(day?.date, (day && measure.onDay(day)) ?? undefined, of.compared.first_day);
  const { other, totals: otherTotals } = beside;
  const days = totals.daily.map((day, at) => ({
    date: day.date,
    now: onDay(totals, day),
    before: other
      ? otherTotals && !(measure.notWeb && other.isWeb)
        ? onDay(otherTotals, otherTotals.daily[at])
        : null
      : onDay(totals, totals.previous_daily[at]),
  }));
  const note = comparedNote(totals.compared, totals.daily.length);
  const around = [...(versus.kind === 'before' ? totals.previous_daily : []), ...totals.daily].map((day) => ({
    date: day.date,
    now: figureOn(day.date, measure.onDay(day) ?? undefined, first_day),
  }));
  return (
    <>
      <DayChartCard
        title={t(groupWords.chartTitle, { name: measure.label })}
        name={measure.label}
        before={other ? other.title : versus.name}
        {...(other ? { nowName: group.title } : {})}
        days={days}
        unit={measure.unit}
        changes={changeMarks(changes ?? noRows)}
        onChanges={(those) => open({ changed: versionsName(those) })}
        chartLabel={t(groupWords.chartAlt, { name: measure.label })}
        tableLabel={t(groupWords.chartTable, { name: measure.label })}
        facts={chartFacts(measure, countedAt, other ? [] : totals.previous_daily)}
        table={search.get('chart') === 'table'}
        onTable={(on) => set({ chart: on ? 'table' : null })}
      >
        {other
          ? null
          : t(groupWords.chartNote, {
              days: daysIn('UTC', versus.days.from, versus.days.to),
              hasNote: note !== '',
              note,
            })}
      </DayChartCard>
      {opened ? (
        <LazyPart onFailed={onFailed}>
          <ChangesDrawer
            group={group}
            rows={changes?.filter(({ version }) => version >= opened.first && version <= opened.last)}
            failed={isError}
            onRetry={() => refetch()}
            figure={{ name: measure.label, unit: measure.unit, days: around }}
            onClose={() => close('changed')}
          />
        </LazyPart>
      ) : null}
    </>
  );
}
