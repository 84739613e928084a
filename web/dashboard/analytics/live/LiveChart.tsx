import { ChartColumn, Table2 } from 'lucide-react';
import { lazy } from 'react';
import { type LivePicture, liveMinutes } from '#contracts/stats/live.ts';
import { afterPaint } from '../../charts/after-paint.ts';
import { chartHeight } from '../../charts/days.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { LazyPart } from '../../kit/states/LazyPart.tsx';
import { Skeleton } from '../../kit/states/Skeleton.tsx';
import { type Column, Table } from '../../kit/table/Table.tsx';
import { exactNumber, timeIn } from '../../kit/text/format.ts';
import { liveWords } from '../../words/live.en.ts';
import { t } from '../../words/t.ts';
import css from './LiveView.module.css';
import { activityOf, type LiveFigure } from './live-figures.ts';

const MinuteChart = lazy(() => afterPaint().then(() => import('./MinuteChart.tsx')));

type Minute = LivePicture['minutes'][number];

function MinuteTable({ minutes, figures }: { minutes: readonly Minute[]; figures: readonly LiveFigure[] }) {
  const last = minutes.at(-1)?.ts;
  const nameOf = ({ ts }: Minute): string => {
    const minute = timeIn('UTC', ts);
    return ts === last ? t(liveWords.soFar, { minute }) : minute;
  };
  const columns: Column<Minute>[] = [
    { id: 'minute', label: t(liveWords.minute), render: (one) => <span className="num">{nameOf(one)}</span> },
    ...figures.map(
      ({ id, label }): Column<Minute> => ({
        id,
        label,
        align: 'right',
        width: '19%',
        render: (one) => exactNumber(one[id]),
      }),
    ),
  ];
  return (
    <section
      className={css.table}
      style={{ height: chartHeight }}
      aria-label={t(liveWords.tableTitle)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table scrolls, also with the keyboard
      tabIndex={0}
    >
      <Table
        caption={t(liveWords.tableTitle)}
        cards={false}
        columns={columns}
        rows={minutes.toReversed()}
        rowKey={({ ts }) => String(ts)}
      />
    </section>
  );
}

/** Properties of a LiveChart: the chosen figure is drawn, the table has all. */
export interface LiveChartProps {
  minutes: readonly Minute[];
  figures: readonly LiveFigure[];
  chosen: LiveFigure;
}

/** A figure by minute as bars, or all figures as a table. */
export function LiveChart({ minutes, figures, chosen }: LiveChartProps) {
  const { search, set } = useGroupSearch();
  const asTable = search.get('minutes') === 'table';
  const title = t(liveWords.chartTitle, { name: chosen.label });
  const isEmpty = minutes.every((minute) => activityOf(minute) === 0);
  return (
    <section className={css.chart} aria-label={title}>
      <div className={css.chartHead}>
        <h2 className="t-card">{title}</h2>
        <span className={css.end}>
          <IconButton
            size="small"
            label={asTable ? t(liveWords.showChart) : t(liveWords.showTable)}
            icon={asTable ? <ChartColumn /> : <Table2 />}
            onClick={() => set({ minutes: asTable ? null : 'table' })}
          />
        </span>
      </div>
      {asTable ? (
        <MinuteTable minutes={minutes} figures={figures} />
      ) : isEmpty ? (
        <div className={css.instead} style={{ height: chartHeight }}>
          {t(liveWords.nothing, { minutes: liveMinutes })}
        </div>
      ) : (
        <LazyPart
          fallback={<Skeleton height={chartHeight} radius={8} />}
          failed={
            <div className={css.instead} style={{ height: chartHeight }}>
              {t(liveWords.chartDidNotLoad)}
            </div>
          }
        >
          <MinuteChart minutes={minutes} figure={chosen} height={chartHeight} />
        </LazyPart>
      )}
    </section>
  );
}
