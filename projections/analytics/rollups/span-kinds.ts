const dayMs = 86_400_000;
/** A span is merged when it has been over for an hour; what comes later is added to it. */
const restMs = 3_600_000;

/** Spans that stay: calendar months, and weeks from Monday. */
export const calendarKinds = ['month', 'week'] as const;
export type CalendarKind = (typeof calendarKinds)[number];

/** Spans that end with the day that was over last, with their days. The pages ask for the last 7 and the last 30 days. */
export const rollingDays = { days28: 28, days5: 5 } as const;
export type RollingKind = keyof typeof rollingDays;
export const rollingKinds = Object.keys(rollingDays) as RollingKind[];

export type SpanKind = CalendarKind | RollingKind;

/** Some days in a row of which the viewers are merged; `starts` and `ends` are its first and last day, `YYYY-MM-DD`. */
export interface Span {
  span: SpanKind;
  starts: string;
  ends: string;
}

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** So many days after a day, or before it. */
export const dayAfter = (day: string, days: number): string => isoDay(Date.parse(day) + days * dayMs);

export const isRolling = (span: SpanKind): span is RollingKind => span in rollingDays;

/** The week or month that a day lies in. */
export const spanOf = (span: CalendarKind, day: string): Span => {
  const at = Date.parse(day);
  const date = new Date(at);
  if (span === 'week') {
    const monday = at - ((date.getUTCDay() + 6) % 7) * dayMs;
    return { span, starts: isoDay(monday), ends: isoDay(monday + 6 * dayMs) };
  }
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  return { span, starts: `${day.slice(0, 7)}-01`, ends: isoDay(next - dayMs) };
};

/** The span of a kind that starts on a day. */
export const spanFrom = (span: SpanKind, starts: string): Span =>
  isRolling(span) ? { span, starts, ends: dayAfter(starts, rollingDays[span] - 1) } : spanOf(span, starts);

/** The days of a span in order. */
export const daysOf = ({ starts, ends }: Span): string[] =>
  Array.from({ length: (Date.parse(ends) - Date.parse(starts)) / dayMs + 1 }, (_, index) => dayAfter(starts, index));

/**
 * The spans that ended long enough before `now` and not before the day `oldest`: the rolling ones of now, which most
 * queries need, then weeks and months, the youngest first.
 */
export const endedSpans = (nowMs: number, oldest: string): Span[] => {
  const last = isoDay(nowMs - restMs - dayMs);
  const spans: Span[] = [];
  for (const span of rollingKinds) spans.push(spanFrom(span, dayAfter(last, 1 - rollingDays[span])));
  for (const span of ['week', 'month'] as const)
    for (let day = isoDay(nowMs); day >= oldest; ) {
      const one = spanOf(span, day);
      if (one.ends <= last) spans.push(one);
      day = dayAfter(one.starts, -1);
    }
  return spans.filter(({ ends }) => ends >= oldest);
};
