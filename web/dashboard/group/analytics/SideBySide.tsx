import { changeOf, hasData } from '#contracts/stats/like-with-like.ts';
import type { GroupTotals } from '#contracts/stats/stats.ts';
import { existing, type Measure } from '../../analytics/measures.ts';
import { chartDays } from '../../charts/days.ts';
import { TableCsv } from '../../csv/TableCsv.tsx';
import type { TableFile } from '../../csv/table-file.ts';
import { Card } from '../../kit/Card.tsx';
import { type Column, Table } from '../../kit/table/Table.tsx';
import { dateIn } from '../../kit/text/format.ts';
import { MetricChange, Missing } from '../../kit/text/Metric.tsx';
import { detailWords } from '../../words/details.en.ts';
import { t } from '../../words/t.ts';
import { tableCsvWords } from '../../words/table-csv.en.ts';
import css from './SideBySide.module.css';
import { measureValue, tileMeasures } from './Tiles.tsx';

const noData = (day: string): string => t(detailWords.noDataBefore, { day: dateIn('UTC', Date.parse(day) / 1000) });

/** One of two groups, with its figures. */
interface Side {
  title: string;
  totals: GroupTotals;
}

/** The figures of two groups in the same days; those that web apps do not send stand in neither. */
export function SideBySide(props: { one: Side; other: Side; isWeb: boolean; countedAt: number }) {
  const { one, other, isWeb, countedAt } = props;
  const days = one.totals.daily;
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? ''];
  const sides = [one, other].map(({ title, totals }) => ({ title, totals, since: totals.compared.first_day }));
  const noneOf = (since: string | null): string | null =>
    hasData(last, since) ? null : since === null ? t(detailWords.noDataYet) : noData(since);
  // Days that only one of them can have would be compared with none.
  const later = sides.find(({ since }) => since === null || since > first);
  const apart = later && sides[0]!.since !== sides[1]!.since ? (noneOf(later.since) ?? noData(later.since!)) : null;
  const columns: Column<Measure>[] = [
    { id: 'figure', label: t(detailWords.figure), render: ({ label }) => label },
    ...sides.map(({ title, totals, since }, at): Column<Measure> => {
      const none = noneOf(since);
      return {
        id: at === 0 ? 'one' : 'other',
        label: title,
        align: 'right',
        render: (measure) => (none ? <Missing why={none} /> : measureValue(measure, totals.stats)),
      };
    }),
    {
      id: 'difference',
      label: t(detailWords.difference),
      align: 'right',
      render: (measure) =>
        apart ? (
          <Missing why={apart} />
        ) : (
          <MetricChange now={existing(measure, one.totals.stats)} before={existing(measure, other.totals.stats)} />
        ),
    },
  ];
  const figures = tileMeasures(isWeb);
  const file = (): TableFile => ({
    countedAt,
    days: chartDays(days.map(({ date }) => date)),
    note: t(tableCsvWords.reach),
    head: [
      t(detailWords.figure),
      ...sides.map(({ title }) => title),
      t(tableCsvWords.percent, { name: t(detailWords.difference) }),
    ],
    rows: figures.map((measure) => {
      const values = sides.map(({ totals, since }) => (noneOf(since) ? null : existing(measure, totals.stats)));
      const [now, before] = values;
      const change = apart || now == null ? null : changeOf(now, before ?? null);
      return [measure.label, ...values, change?.percent ?? null];
    }),
  });
  return (
    <Card as="section" padded={false} aria-label={t(detailWords.besideTable)}>
      <header className={css.head}>
        <h2 className="t-card">{t(detailWords.besideTable)}</h2>
        <TableCsv title={t(detailWords.besideTable)} file={file} />
      </header>
      <Table
        caption={t(detailWords.besideTable)}
        cards={false}
        columns={columns}
        rows={figures}
        rowKey={({ id }) => id}
      />
    </Card>
  );
}
