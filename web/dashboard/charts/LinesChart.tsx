import { useRef } from 'react';
import { CartesianGrid, LabelList, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import { cut } from '../kit/text/format.ts';
import { prefersReducedMotion } from '../theme/mode.ts';
import { color } from '../theme/tokens.ts';
import { axisHeight, axisWidth, dayAxis, figureAxis } from './axes.ts';
import { type Scale, scaleOf } from './chart-scale.ts';
import chart from './DayChart.module.css';
import card from './DayChartCard.module.css';
import { dayInUtc, figureText, weekdayName } from './days.ts';
import css from './LinesChart.module.css';
import { useWidth } from './use-width.ts';

/** One curve: the figures of its days in order; null is a day that cannot have data. */
export interface NamedLine {
  id: string;
  title: string;
  values: readonly (number | null)[];
}

/** In the order of the curves; each also has a shape of its own. */
const lineColors = [color.primary, color.cyan, color.amber] as const;
const nameSpace = 118;
const narrow = 520;
const nameLength = 16;

/** On more days than this the shapes would lie on each other. */
const dotsUpTo = 31;

const top = 10;
const lineHeight = 15;

/** Where the names of the curves' ends stand, px from the top, at least a line apart. */
function namePlaces(lines: readonly NamedLine[], { low, high }: Scale, height: number): Map<string, number> {
  const plot = height - top - axisHeight;
  const ends = lines
    .map(({ id, values }) => ({ id, last: values.at(-1) }))
    .filter((end): end is { id: string; last: number } => typeof end.last === 'number')
    .map(({ id, last }) => ({ id, y: top + (1 - (last - low) / (high - low)) * plot }))
    .sort((a, b) => a.y - b.y);
  for (const [at, end] of ends.entries()) if (at > 0) end.y = Math.max(end.y, ends[at - 1]!.y + lineHeight);
  const over = Math.max(0, (ends.at(-1)?.y ?? 0) - (height - axisHeight));
  return new Map(ends.map(({ id, y }) => [id, y - over]));
}

interface Dot {
  cx?: number | undefined;
  cy?: number | undefined;
}

/** Circle, square and triangle, in the order of the curves. */
function Shape({ cx, cy, at, stroke }: Dot & { at: number; stroke: string }) {
  if (cx === undefined || cy === undefined) return null;
  const paint = { fill: color.surface, stroke, strokeWidth: 1.75 };
  if (at === 0) return <circle cx={cx} cy={cy} r={3.5} {...paint} />;
  if (at === 1) return <rect x={cx - 3.5} y={cy - 3.5} width={7} height={7} {...paint} />;
  return <path d={`M${cx} ${cy - 4.5}l4.5 8h-9z`} {...paint} />;
}

/** Some figures by UTC day, a curve each, named at their ends. */
export default function LinesChart(props: {
  dates: readonly string[];
  lines: readonly NamedLine[];
  unit: string;
  height: number;
  label: string;
}) {
  const { dates, lines, unit, height, label } = props;
  const place = useRef<HTMLElement>(null);
  const width = useWidth(place);
  const right = width > narrow ? nameSpace : 16;
  const plot = Math.max(0, width - axisWidth - right);
  const scale = scaleOf(lines.flatMap(({ values }) => values.filter((value) => value !== null)));
  const places = namePlaces(lines, scale, height);
  const rows = dates.map((date, at) => ({
    date,
    ...Object.fromEntries(lines.map(({ id, values }) => [id, values[at] ?? null])),
  }));
  return (
    <figure ref={place} className={chart.chart} style={{ height }} aria-label={label}>
      {width > 0 ? (
        <LineChart
          width={width}
          height={height}
          data={rows}
          margin={{ top, right, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke={color.grid} />
          <XAxis {...dayAxis(dates, plot)} />
          <YAxis {...figureAxis(scale, unit)} />
          <Tooltip
            cursor={{ stroke: color.primary, strokeOpacity: 0.5 }}
            isAnimationActive={false}
            content={({ active, label: day }) => {
              const at = dates.indexOf(String(day));
              if (!active || at < 0) return null;
              return (
                <div className={card.hover}>
                  <div className={chart.hoverDay}>{dayInUtc(weekdayName(dates[at]!), dates[at]!)}</div>
                  {lines.map(({ id, title, values }, line) => (
                    <div key={id} className={chart.hoverLine}>
                      <svg width="10" height="10" aria-hidden>
                        <Shape cx={5} cy={5} at={line} stroke={lineColors[line]!} />
                      </svg>
                      <span>{cut(title, 24)}</span>
                      <strong className="num">{figureText(values[at] ?? null, unit)}</strong>
                    </div>
                  ))}
                </div>
              );
            }}
          />
          {lines.map(({ id, title }, line) => (
            <Line
              key={id}
              type="monotone"
              dataKey={id}
              stroke={lineColors[line]!}
              strokeWidth={2.25}
              dot={({ cx, cy, index }) => (
                <Shape
                  key={index}
                  {...(dates.length > dotsUpTo ? {} : { cx, cy })}
                  at={line}
                  stroke={lineColors[line]!}
                />
              )}
              isAnimationActive={!prefersReducedMotion()}
              animationDuration={200}
            >
              {width > narrow ? (
                <LabelList
                  dataKey={id}
                  content={({ x, index }) =>
                    index === dates.length - 1 && places.has(id) ? (
                      <text x={Number(x) + 12} y={places.get(id)! + 4} className={css.name}>
                        {cut(title, nameLength)}
                      </text>
                    ) : null
                  }
                />
              ) : null}
            </Line>
          ))}
        </LineChart>
      ) : null}
    </figure>
  );
}
