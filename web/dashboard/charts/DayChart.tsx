import { useRef } from 'react';
import { Area, CartesianGrid, ComposedChart, Line, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import { Cover } from '../kit/pictures/Cover.tsx';
import { prefersReducedMotion } from '../theme/mode.ts';
import { color } from '../theme/tokens.ts';
import { homeWords } from '../words/home.en.ts';
import { t } from '../words/t.ts';
import { axisWidth, dayAxis, figureAxis } from './axes.ts';
import { ChangeMarks } from './ChangeMarks.tsx';
import { CreatedMarks } from './CreatedMarks.tsx';
import { marksOf, scaleOf } from './chart-scale.ts';
import css from './DayChart.module.css';
import card from './DayChartCard.module.css';
import { type ChartDay, type DayChange, dayInUtc, figureText, isToday, type MadeGroup, weekdayName } from './days.ts';
import { useWidth } from './use-width.ts';

const endSpace = 22;
const marksHeight = 40;
const noMarksHeight = 10;
const markGap = 30;

function Hover(props: Pick<DayChartProps, 'made' | 'name' | 'before' | 'unit'> & { day: ChartDay | undefined }) {
  const { day, made, name, before, unit } = props;
  if (!day) return null;
  const created = made.filter((group) => group.date === day.date);
  return (
    <div className={card.hover}>
      <div className={css.hoverDay}>{dayInUtc(weekdayName(day.date), day.date)}</div>
      <div className={css.hoverLine}>
        <span className={card.key} aria-hidden />
        <span>{name}</span>
        <strong className="num">{figureText(day.now, unit)}</strong>
      </div>
      {before ? (
        <div className={css.hoverLine}>
          <span className={card.key} data-dashed aria-hidden />
          <span>{before}</span>
          <strong className="num">{figureText(day.before, unit)}</strong>
        </div>
      ) : null}
      {created[0] ? (
        <div className={css.hoverMade}>
          <Cover name={created[0].title} src={created[0].icon} size={18} />
          <span>{t(homeWords.createdCount, { created: created.map((group) => group.title).join(', ') })}</span>
        </div>
      ) : null}
    </div>
  );
}

/** Properties of the chart; `before` names the dashed line. Neither line is drawn on days that cannot have data. */
export interface DayChartProps {
  days: readonly ChartDay[];
  made: readonly MadeGroup[];
  changes: readonly DayChange[];
  /** Opens the changes of a mark. */
  onChanges: (changes: readonly DayChange[]) => void;
  name: string;
  before: string;
  /** What stands behind each figure; '' is nothing. */
  unit: string;
  height: number;
  label: string;
}

/** A figure by UTC day as a line, the period before dashed, and covers where groups were created. */
export default function DayChart(props: DayChartProps) {
  const { days, made, changes, onChanges, name, before, unit, height, label } = props;
  const place = useRef<HTMLElement>(null);
  const width = useWidth(place);
  const plot = Math.max(0, width - axisWidth - endSpace);
  const scale = scaleOf(days.flatMap((day) => [day.now ?? [], day.before ?? []].flat()));
  const dates = days.map((day) => day.date);
  const marks = marksOf(dates, made, plot, markGap);
  const changed = marksOf(dates, changes, plot, markGap);
  const moves = !prefersReducedMotion();
  const single = days.length < 2;
  // A day that is not over lies lower than it will: the way to it is drawn paler.
  const running = !single && isToday(dates.at(-1)!);
  return (
    <figure ref={place} className={css.chart} style={{ height }} aria-label={label}>
      <CreatedMarks marks={marks} left={axisWidth} width={plot} />
      <ChangeMarks marks={changed} left={axisWidth} width={plot} onOpen={onChanges} />
      {width > 0 ? (
        <ComposedChart
          width={width}
          height={height}
          data={days as ChartDay[]}
          margin={{
            top: marks.length + changed.length > 0 ? marksHeight : noMarksHeight,
            right: endSpace,
            bottom: 0,
            left: 0,
          }}
          accessibilityLayer={false}
        >
          <defs>
            <linearGradient id="chart-fill" x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" stopColor={color.primary} stopOpacity={0.14} />
              <stop offset="1" stopColor={color.primary} stopOpacity={0} />
            </linearGradient>
            {running ? (
              <linearGradient
                id="chart-line"
                gradientUnits="userSpaceOnUse"
                x1={axisWidth}
                y1="0"
                x2={axisWidth + plot}
                y2="0"
              >
                <stop offset={(days.length - 2) / (days.length - 1)} stopColor={color.primary} />
                <stop offset={(days.length - 2) / (days.length - 1)} stopColor={color.primary} stopOpacity={0.4} />
              </linearGradient>
            ) : null}
          </defs>
          <CartesianGrid vertical={false} stroke={color.grid} />
          <XAxis {...dayAxis(dates, plot)} />
          <YAxis {...figureAxis(scale, unit)} />
          {[...marks, ...changed].map((mark) => (
            <ReferenceLine
              key={mark.date}
              segment={[
                { x: mark.date, y: scale.high },
                { x: mark.date, y: days.find((day) => day.date === mark.date)?.now ?? scale.low },
              ]}
              stroke={color.lineStrong}
              strokeDasharray="2 3"
            />
          ))}
          <Tooltip
            cursor={{ stroke: color.primary, strokeOpacity: 0.5 }}
            isAnimationActive={false}
            content={({ active, label: day }) =>
              active ? (
                <Hover
                  day={days.find(({ date }) => date === day)}
                  made={made}
                  name={name}
                  before={before}
                  unit={unit}
                />
              ) : null
            }
          />
          <Line
            type="monotone"
            dataKey="before"
            stroke={color.previous}
            strokeWidth={1.5}
            strokeDasharray="3 4"
            dot={single ? { r: 3, fill: color.surface, stroke: color.previous } : false}
            activeDot={{ r: 4, fill: color.surface, stroke: color.previous, strokeWidth: 1.5 }}
            isAnimationActive={moves}
            animationDuration={200}
          />
          {/* A surface that does not begin at 0 would show a fall as larger than it is. */}
          <Area
            type="monotone"
            dataKey="now"
            stroke={running ? 'url(#chart-line)' : color.primary}
            strokeWidth={2.25}
            fill={scale.low === 0 ? 'url(#chart-fill)' : 'none'}
            dot={single ? { r: 4, fill: color.primary, strokeWidth: 0 } : false}
            activeDot={{ r: 5, fill: color.primary, stroke: color.surface, strokeWidth: 2 }}
            isAnimationActive={moves}
            animationDuration={200}
          />
        </ComposedChart>
      ) : null}
    </figure>
  );
}
