import { studioLimits } from '#contracts/studio/limits.ts';

/** When a component is shown, in ms; `end_time` null is to the story's end. */
export interface Span {
  start_time: number;
  end_time: number | null;
}

/** What of a bar is dragged: one of its ends, or all of it. */
export type SpanPart = 'start' | 'end' | 'whole';

/** Times are set to the tenth of a second. */
export const tenth = 100;
const snapped = (ms: number): number => Math.round(ms / tenth) * tenth;
const within = (ms: number, least: number, most: number): number =>
  Math.min(Math.max(ms, least), Math.max(least, most));

/** Where a component's time ends in a story of so many ms. */
export const endOf = ({ end_time }: Span, length: number): number => end_time ?? length;

/** A component's time after a part of it was moved by so many ms: a tenth of a second at least, and within the story. */
export function movedSpan(span: Span, part: SpanPart, by: number, length: number): Span {
  const { start_time } = span;
  const end = endOf(span, length);
  const ending = (ms: number) => (ms >= length ? null : ms);
  if (part === 'start') return { ...span, start_time: within(snapped(start_time + by), 0, end - tenth) };
  if (part === 'end')
    return {
      ...span,
      end_time: ending(within(snapped(end + by), start_time + tenth, Math.min(length, studioLimits.timeMs))),
    };
  const shift = within(snapped(by), -start_time, length - end);
  // What goes to the story's end would no longer do so.
  if (span.end_time === null && shift === 0) return span;
  return { start_time: start_time + shift, end_time: ending(end + shift) };
}

/** How long a story is whose video is not known: as long as its components need, 15 s at least. */
export const guessedLength = (spans: readonly Span[]): number =>
  Math.max(15_000, ...spans.map(({ start_time, end_time }) => end_time ?? start_time + 1000));

const steps = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600];

/** The seconds that a ruler names for a story of so many ms: at most eight and its end, none too near to that. */
export function rulerTicks(length: number): number[] {
  const seconds = length / 1000;
  const step = steps.find((one) => seconds / one <= 8) ?? steps.at(-1)!;
  const count = Math.floor((seconds - step * 0.6) / step) + 1;
  return [...Array.from({ length: Math.max(1, count) }, (_, at) => at * step), seconds];
}
