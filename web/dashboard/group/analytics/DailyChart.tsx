import { useState } from 'react';
import { Area, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { scaleOf } from '../../home/overview/chart-scale.ts';
import { dayInUtc, isToday } from '../../home/overview/days.ts';
import { dateIn, exactNumber, shortNumber } from '../../kit/text/format.ts';
import { prefersReducedMotion } from '../../theme/mode.ts';
import { color } from '../../theme/tokens.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import css from './DailyChart.module.css';

/** The figures that are known for each day. */
export type DailyMetric = 'reach' | 'impression' | 'click';

/** One UTC day; `before` is the same figure one period earlier. */
export interface ChartDay {
  date: string;
  reach: number;
  impression: number;
  click: number;
  before: number | null;
}

const axisWidth = 48;
const endSpace = 12;

const dayOf = (date: string) => dateIn('UTC', Date.parse(`${date}T00:00:00Z`) / 1000);

function Hover(props: {
  active?: boolean;
  label?: string;
  days: readonly ChartDay[];
  metric: DailyMetric;
  name: string;
}) {
  const { active, label, days, metric, name } = props;
  const day = days.find((one) => one.date === label);
  if (!active || !day) return null;
  return (
    <div className={css.hover}>
      <div className={css.hoverDay}>{dayInUtc(dayOf(day.date), day.date)}</div>
      <div>
        <span>{name}</span> <strong className="num">{exactNumber(day[metric])}</strong>
      </div>
      {day.before === null ? null : (
        <div>
          <span>{t(groupWords.before)}</span> <strong className="num">{exactNumber(day.before)}</strong>
        </div>
      )}
    </div>
  );
}

/** A figure by day as a line, the period before dashed. */
export default function DailyChart({ days, metric, name }: { days: ChartDay[]; metric: DailyMetric; name: string }) {
  const [width, setWidth] = useState(0);
  const dots = days.length < 2;
  const scale = scaleOf(days.flatMap((day) => [day[metric], day.before ?? day[metric]]));
  // A day that is not over lies lower than it will: the way to it is drawn paler.
  const running = days.length > 1 && isToday(days.at(-1)!.date);
  const over = (days.length - 2) / (days.length - 1);
  const moves = !prefersReducedMotion();
  const axis = { fontSize: 11, fill: color.text3 };
  return (
    <figure className={css.root} aria-label={t(groupWords.chartAlt, { name })}>
      <ResponsiveContainer width="100%" height={260} onResize={setWidth}>
        <ComposedChart data={days} margin={{ top: 8, right: endSpace, bottom: 0, left: 0 }} accessibilityLayer={false}>
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
                x2={Math.max(axisWidth + 1, width - endSpace)}
                y2="0"
              >
                <stop offset={over} stopColor={color.primary} />
                <stop offset={over} stopColor={color.primary} stopOpacity={0.4} />
              </linearGradient>
            ) : null}
          </defs>
          <CartesianGrid vertical={false} stroke={color.grid} />
          <XAxis
            dataKey="date"
            tickFormatter={(date: string) => dayOf(date).slice(0, -5)}
            tick={axis}
            tickLine={false}
            axisLine={false}
            minTickGap={32}
            tickMargin={8}
          />
          <YAxis
            width={axisWidth}
            tickFormatter={shortNumber}
            tick={axis}
            tickLine={false}
            axisLine={false}
            domain={[scale.low, scale.high]}
            ticks={scale.ticks}
          />
          <Tooltip
            cursor={{ stroke: color.lineStrong }}
            isAnimationActive={false}
            content={({ active, label }) => (
              <Hover active={active} label={String(label)} days={days} metric={metric} name={name} />
            )}
          />
          <Line
            type="monotone"
            dataKey="before"
            stroke={color.previous}
            strokeWidth={1.5}
            strokeDasharray="3 3"
            dot={dots}
            activeDot={false}
            isAnimationActive={moves}
            animationDuration={200}
          />
          <Area
            type="monotone"
            dataKey={metric}
            stroke={running ? 'url(#chart-line)' : color.primary}
            strokeWidth={2.25}
            fill="url(#chart-fill)"
            dot={dots}
            activeDot={{ r: 4, fill: color.primary, stroke: color.surface, strokeWidth: 2 }}
            isAnimationActive={moves}
            animationDuration={200}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </figure>
  );
}
