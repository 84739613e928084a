import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { AdminStats } from '#contracts/admin/admin.ts';
import { scaleOf } from '../../charts/chart-scale.ts';
import { dateIn, exactNumber, shortNumber } from '../../kit/text/format.ts';
import { prefersReducedMotion } from '../../theme/mode.ts';
import { color } from '../../theme/tokens.ts';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import type { DailyCount } from './daily-count.ts';
import css from './SummaryParts.module.css';

/** Properties of the SummaryChart; `name` is what is counted. */
export interface SummaryChartProps {
  days: AdminStats['daily'];
  count: DailyCount;
  name: string;
  height: number;
}

const dayOf = (date: string) => dateIn('UTC', Date.parse(`${date}T00:00:00Z`) / 1000);

/** One count by day, as bars from 0. */
export default function SummaryChart({ days, count, name, height }: SummaryChartProps) {
  const scale = scaleOf([0, ...days.map((day) => day[count])]);
  const axis = { fontSize: 11, fontWeight: 500, fill: color.text3 };
  return (
    <figure className={css.chart} aria-label={t(adminWords.chartAlt, { name })}>
      <ResponsiveContainer width="100%" height={height}>
        <BarChart data={days} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
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
            width={44}
            domain={[scale.low, scale.high]}
            ticks={scale.ticks}
            tickFormatter={shortNumber}
            tick={axis}
            tickLine={false}
            axisLine={false}
          />
          <Tooltip
            cursor={{ fill: color.sunken }}
            isAnimationActive={false}
            content={({ active, label }) => {
              const day = days.find((one) => one.date === label);
              return active && day ? (
                <div className={css.hover}>
                  <div>{t(adminWords.dayUtc, { day: dayOf(day.date) })}</div>
                  <div>
                    {name} <strong className="num">{exactNumber(day[count])}</strong>
                  </div>
                </div>
              ) : null;
            }}
          />
          <Bar
            dataKey={count}
            fill={color.primary}
            radius={[3, 3, 0, 0]}
            maxBarSize={36}
            isAnimationActive={!prefersReducedMotion()}
            animationDuration={200}
          />
        </BarChart>
      </ResponsiveContainer>
    </figure>
  );
}
