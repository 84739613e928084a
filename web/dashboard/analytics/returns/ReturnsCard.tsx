import { useQuery } from '@tanstack/react-query';
import type { Returned } from '#contracts/stats/returns.ts';
import { TableCsv } from '../../csv/TableCsv.tsx';
import type { TableFile } from '../../csv/table-file.ts';
import { dayText } from '../../group/analytics/date-range.ts';
import { Card } from '../../kit/Card.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { Table } from '../../kit/table/Table.tsx';
import { daysIn, percent } from '../../kit/text/format.ts';
import metric from '../../kit/text/Metric.module.css';
import { rangeWords } from '../../words/range.en.ts';
import { returnsWords } from '../../words/returns.en.ts';
import { t } from '../../words/t.ts';
import { tableCsvWords } from '../../words/table-csv.en.ts';
import type { Days } from '../analytics-queries.ts';
import css from './ReturnsCard.module.css';
import { cameBackQuery } from './returns-query.ts';

const nameOf = ({ days }: Returned): string =>
  days === 1 ? t(returnsWords.nextDay) : t(returnsWords.daysLater, { days });
const shareOf = ({ share }: Returned): string => (share === null ? '–' : percent(share));
const countedOf = ({ cohort, returned }: Returned): string =>
  cohort === 0 ? '–' : t(returnsWords.ofViewers, { returned, cohort });

/** Which days count, or why there is no figure. */
const daysOf = ({ days, cohort, ts_first, ts_last }: Returned): string => {
  if (ts_first === null || ts_last === null) return t(returnsWords.tooRecent, { days });
  const counted = daysIn('UTC', ts_first, ts_last);
  return t(cohort === 0 ? returnsWords.nobody : returnsWords.seenOn, { days: counted });
};

const fileOf = (after: readonly Returned[], days: Days, countedAt: number): TableFile => ({
  days,
  countedAt,
  note: t(returnsWords.note),
  head: [
    t(returnsWords.after),
    t(tableCsvWords.percent, { name: t(returnsWords.share) }),
    t(returnsWords.returned),
    t(returnsWords.counted),
    t(rangeWords.first),
    t(rangeWords.last),
  ],
  rows: after.map((one) => [
    nameOf(one),
    one.cohort === 0 ? null : (one.returned / one.cohort) * 100,
    one.returned,
    one.cohort,
    one.ts_first && dayText(one.ts_first),
    one.ts_last && dayText(one.ts_last),
  ]),
});

function Figures({ after }: { after: readonly Returned[] }) {
  return (
    <>
      <div className={css.figures} aria-hidden>
        {after.map((one) => (
          <div key={one.days}>
            <div className={metric.name}>{nameOf(one)}</div>
            <div className={metric.value}>{shareOf(one)}</div>
            {one.cohort > 0 ? <div className="t-small num">{countedOf(one)}</div> : null}
            <div className="t-small">{daysOf(one)}</div>
          </div>
        ))}
      </div>
      <div className="visually-hidden">
        <Table
          caption={t(returnsWords.title)}
          cards={false}
          columns={[
            { id: 'after', label: t(returnsWords.after), render: nameOf },
            { id: 'share', label: t(returnsWords.share), render: shareOf },
            { id: 'counted', label: t(returnsWords.counted), render: countedOf },
            { id: 'days', label: t(returnsWords.days), render: daysOf },
          ]}
          rows={after}
          rowKey={({ days }) => String(days)}
        />
      </div>
    </>
  );
}

/** How many of the viewers of all apps who were seen in some days came back after 1, 7 and 30 days. */
export default function ReturnsCard({ range }: { range: Days }) {
  const { data, isError, isPlaceholderData, refetch } = useQuery(cameBackQuery(range));
  return (
    <Card
      as="section"
      title={t(returnsWords.title)}
      titleEnd={
        data ? (
          <TableCsv
            title={t(returnsWords.title)}
            file={() => fileOf(data.after, { from: data.ts_start, to: data.ts_end }, data.ts_counted * 1000)}
            disabled={isPlaceholderData}
          />
        ) : null
      }
      aria-label={t(returnsWords.title)}
    >
      <p className={`t-small ${css.note}`}>{t(returnsWords.note)}</p>
      {data ? (
        <Figures after={data.after} />
      ) : isError ? (
        <ErrorState
          bare
          title={t(returnsWords.didNotLoad)}
          text={t(returnsWords.didNotLoadText)}
          onRetry={() => refetch()}
        />
      ) : (
        <div className={css.figures}>
          <Loading label={t(returnsWords.loading)} />
          <Skeleton height={88} radius={8} />
          <Skeleton height={88} radius={8} />
          <Skeleton height={88} radius={8} />
        </div>
      )}
    </Card>
  );
}
