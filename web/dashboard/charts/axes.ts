import { shortNumber } from '../kit/text/format.ts';
import { color } from '../theme/tokens.ts';
import { namedDays, type Scale } from './chart-scale.ts';
import { shortDayName } from './days.ts';

/** The room that the figures of an axis take beside a chart, and its days below, px. */
export const axisWidth = 44;
export const axisHeight = 28;
const nameGap = 72;

const shared = {
  tick: { fontSize: 11, fontWeight: 500, fill: color.text3 },
  tickLine: false,
  axisLine: false,
};

/** Properties of the axis of UTC days below a chart that is `width` px wide. */
export const dayAxis = (dates: readonly string[], width: number) => ({
  ...shared,
  dataKey: 'date',
  tickFormatter: (date: string) => shortDayName(date),
  ticks: namedDays(dates, width, nameGap),
  interval: 0,
  tickMargin: 8,
  height: axisHeight,
});

/** Properties of the axis of figures beside a chart; `unit` stands behind each. */
export const figureAxis = ({ low, high, ticks }: Scale, unit: string) => ({
  ...shared,
  width: axisWidth,
  domain: [low, high],
  ticks,
  tickFormatter: (value: number) => `${shortNumber(value).replace(/\.0+(?=[kmb]$)/, '')}${unit}`,
});
