import type { Db } from '#kernel/db/pool.ts';
import { laneCount } from '#kernel/telemetry-log/log.ts';
import { dayAfter, type Span, type SpanKind, spanFrom } from './span-kinds.ts';

/** What a range is put together from: merged spans, and the days that are left. */
export interface Cover {
  spans: Span[];
  days: string[];
}

/** The spans that every lane has merged. Cost: one small table. */
export const readComplete = async ({ pool }: Db): Promise<Span[]> => {
  const { rows } = await pool.query<{ span: SpanKind; starts: string }>({
    name: 'figures-complete',
    text: `select span, starts::text from span_lane where complete group by span, starts having count(*) = $1`,
    values: [laneCount],
  });
  return rows.map(({ span, starts }) => spanFrom(span, starts));
};

/**
 * Covers a range, days in a row, with as few sketches as the merged spans allow. A day may be covered twice: who is seen
 * in two sketches is one viewer all the same.
 */
export const chooseCover = (range: readonly string[], complete: readonly Span[]): Cover => {
  const cover: Cover = { spans: [], days: [] };
  const [first, last] = [range[0]!, range.at(-1)!];
  const inside = complete.filter(({ starts, ends }) => starts >= first && ends <= last);
  for (let day = first; day <= last; ) {
    let best: Span | null = null;
    for (const span of inside)
      if (span.starts <= day && span.ends > day && (!best || span.ends > best.ends)) best = span;
    if (best) cover.spans.push(best);
    else cover.days.push(day);
    day = dayAfter(best ? best.ends : day, 1);
  }
  return cover;
};
