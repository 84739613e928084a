import type { Db } from '#kernel/db/pool.ts';
import { lanes } from '#kernel/telemetry/log.ts';
import { type Span, spanKinds, spanOf } from './spans.ts';

const dayMs = 86_400_000;

/** What a range is put together from: whole months and weeks, and the days that are left. */
export interface Cover {
  spans: Span[];
  days: string[];
}

/** The months and weeks that every lane has merged, as `week 2026-11-16`. Cost: one small table. */
export const readComplete = async ({ pool }: Db): Promise<Set<string>> => {
  const { rows } = await pool.query<{ key: string }>({
    name: 'figures-complete',
    text: `select span || ' ' || starts as key from span_lane where complete group by span, starts having count(*) = $1`,
    values: [lanes],
  });
  return new Set(rows.map(({ key }) => key));
};

const daysOf = ({ starts, ends }: Span): string[] =>
  Array.from({ length: (Date.parse(ends) - Date.parse(starts)) / dayMs + 1 }, (_, index) =>
    new Date(Date.parse(starts) + index * dayMs).toISOString().slice(0, 10),
  );

/** Covers a range's days with the longest merged spans that lie wholly in it; no day is covered twice. */
export const chooseCover = (days: readonly string[], complete: ReadonlySet<string>): Cover => {
  const left = new Set(days);
  const spans: Span[] = [];
  for (const kind of spanKinds)
    for (const day of days) {
      if (!left.has(day)) continue;
      const span = spanOf(kind, day);
      if (span.starts !== day || !complete.has(`${span.span} ${span.starts}`)) continue;
      const own = daysOf(span);
      if (!own.every((one) => left.has(one))) continue;
      for (const one of own) left.delete(one);
      spans.push(span);
    }
  return { spans, days: [...left] };
};
