import type { GroupTotals } from '#contracts/stats/stats.ts';
import type { Measure } from '../../analytics/measures.ts';
import { Card } from '../../kit/Card.tsx';
import { type Column, Table } from '../../kit/table/Table.tsx';
import { MetricChange } from '../../kit/text/Metric.tsx';
import { detailWords } from '../../words/details.en.ts';
import { t } from '../../words/t.ts';
import { measureValue, tileMeasures } from './Tiles.tsx';

/** One of two groups, with its figures. */
interface Side {
  title: string;
  totals: GroupTotals;
}

/** The figures of two groups in the same days; those that web apps do not send stand in neither. */
export function SideBySide({ one, other, isWeb }: { one: Side; other: Side; isWeb: boolean }) {
  const columns: Column<Measure>[] = [
    { id: 'figure', label: t(detailWords.figure), render: ({ label }) => label },
    { id: 'one', label: one.title, align: 'right', render: (measure) => measureValue(measure, one.totals.stats) },
    { id: 'other', label: other.title, align: 'right', render: (measure) => measureValue(measure, other.totals.stats) },
    {
      id: 'difference',
      label: t(detailWords.difference),
      align: 'right',
      render: ({ read }) => <MetricChange now={read(one.totals.stats)} before={read(other.totals.stats)} />,
    },
  ];
  return (
    <Card as="section" padded={false} aria-label={t(detailWords.besideTable)}>
      <Table
        caption={t(detailWords.besideTable)}
        cards={false}
        columns={columns}
        rows={tileMeasures(isWeb)}
        rowKey={({ id }) => id}
      />
    </Card>
  );
}
