import { useRef } from 'react';
import { Bar, BarChart, CartesianGrid, Rectangle, Tooltip, XAxis, YAxis } from 'recharts';
import type { LivePicture } from '#contracts/stats/live.ts';
import { scaleOf } from '../../charts/chart-scale.ts';
import { useWidth } from '../../charts/use-width.ts';
import { exactNumber, shortNumber, timeIn } from '../../kit/text/format.ts';
import { color } from '../../theme/tokens.ts';
import { liveWords } from '../../words/live.en.ts';
import { t } from '../../words/t.ts';
import type { LiveFigure } from './live-figures.ts';
import css from './MinuteChart.module.css';

type Minute = LivePicture['minutes'][number];

const axisWidth = 44;
const endSpace = 18;
const topSpace = 10;
/** Below this width every tenth minute is named, else every fifth; px. */
const narrow = 560;

/** Properties of the chart; `height` is px. */
export interface MinuteChartProps {
  minutes: readonly Minute[];
  figure: LiveFigure;
  height: number;
}

function Hover({ minute, figure, running }: { minute: Minute; figure: LiveFigure; running: boolean }) {
  const name = t(liveWords.minuteUtc, { minute: timeIn('UTC', minute.ts) });
  return (
    <div className={css.hover}>
      <div className={css.minute}>{running ? t(liveWords.soFar, { minute: name }) : name}</div>
      <div className={css.line}>
        <span className={css.key} aria-hidden />
        <span>{figure.label}</span>
        <strong className="num">{exactNumber(minute[figure.id])}</strong>
      </div>
    </div>
  );
}

/** A figure by UTC minute as bars; the last minute, which is not over, is paler. */
export default function MinuteChart({ minutes, figure, height }: MinuteChartProps) {
  const place = useRef<HTMLElement>(null);
  const width = useWidth(place);
  // A bar that does not begin at 0 would show a fall as larger than it is.
  const scale = scaleOf([0, ...minutes.map((minute) => minute[figure.id])]);
  const axis = { fontSize: 11, fontWeight: 500, fill: color.text3 };
  const last = minutes.at(-1)?.ts;
  const step = width < narrow ? 600 : 300;
  return (
    <figure
      ref={place}
      className={css.chart}
      style={{ height }}
      aria-label={t(liveWords.chartLabel, { name: figure.label })}
    >
      {width > 0 ? (
        <BarChart
          width={width}
          height={height}
          data={minutes as Minute[]}
          margin={{ top: topSpace, right: endSpace, bottom: 0, left: 0 }}
          barCategoryGap="20%"
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke={color.grid} />
          <XAxis
            dataKey="ts"
            tickFormatter={(ts: number) => timeIn('UTC', ts)}
            tick={axis}
            tickLine={false}
            axisLine={false}
            ticks={minutes.map(({ ts }) => ts).filter((ts) => ts % step === 0)}
            interval={0}
            tickMargin={8}
            height={28}
          />
          <YAxis
            width={axisWidth}
            domain={[scale.low, scale.high]}
            ticks={scale.ticks}
            tickFormatter={(value: number) => shortNumber(value).replace(/\.0+(?=[kmb]$)/, '')}
            tick={axis}
            tickLine={false}
            axisLine={false}
          />
          <Tooltip
            cursor={{ fill: color.sunken }}
            isAnimationActive={false}
            content={({ active, label: ts }) => {
              const minute = active ? minutes.find((one) => one.ts === ts) : undefined;
              return minute ? <Hover minute={minute} figure={figure} running={minute.ts === last} /> : null;
            }}
          />
          <Bar
            dataKey={figure.id}
            maxBarSize={28}
            isAnimationActive={false}
            shape={({ x, y, width: wide, height: high, payload }) => (
              <Rectangle
                x={Number(x)}
                y={Number(y)}
                width={Number(wide)}
                height={Number(high)}
                radius={[3, 3, 0, 0]}
                fill={color.primary}
                fillOpacity={(payload as Minute).ts === last ? 0.4 : 1}
              />
            )}
          />
        </BarChart>
      ) : null}
    </figure>
  );
}
