/** The lowest and the highest value of an axis, and the values that it names. */
export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

const steps = [1, 2, 4, 5, 10];

/** An axis of 3 to 5 round ticks around the values; it starts at 0 unless all of them lie in the upper two thirds. */
export function scaleOf(values: readonly number[]): Scale {
  const top = Math.max(1, ...values);
  const bottom = Math.min(top, ...values);
  const from = bottom > top / 3 ? bottom * 0.8 : 0;
  const rough = (top - from) / 4;
  const size = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = Math.max(1, (steps.find((one) => one * size >= rough) ?? 10) * size);
  const low = Math.floor(from / step) * step;
  const high = Math.ceil(top / step) * step;
  return { low, high, ticks: Array.from({ length: Math.round((high - low) / step) + 1 }, (_, at) => low + at * step) };
}

/** The days that an axis of `width` px names: the first, the last, and days at equal steps between them, `gap` px apart. */
export function namedDays(days: readonly string[], width: number, gap: number): string[] {
  const last = days.length - 1;
  if (last < 1) return [...days];
  const each = width / last;
  const step = Math.max(1, Math.ceil(gap / Math.max(each, 1)));
  const between = days.filter((_, at) => at % step === 0 && (last - at) * each >= gap);
  return [...(between.length > 0 ? between : days.slice(0, 1)), days[last]!];
}

/** Some things that were made on days near each other, drawn as one mark: at a place from 0 to 1, on its first day. */
export interface Mark<Thing> {
  date: string;
  at: number;
  things: Thing[];
}

/** Marks for things by the day on which they were made; those that would come nearer than `gap` px are one. */
export function marksOf<Thing extends { date: string }>(
  days: readonly string[],
  things: readonly Thing[],
  width: number,
  gap: number,
): Mark<Thing>[] {
  const marks: Mark<Thing>[] = [];
  for (const [index, date] of days.entries()) {
    const made = things.filter((thing) => thing.date === date);
    if (made.length === 0) continue;
    const at = days.length < 2 ? 0.5 : index / (days.length - 1);
    const last = marks.at(-1);
    if (last && (at - last.at) * width < gap) last.things.push(...made);
    else marks.push({ date, at, things: [...made] });
  }
  return marks;
}
