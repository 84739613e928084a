import { designCheckWords } from '../../words/design-checks.en.ts';
import { fill } from '../../words/phrase.ts';
import type { FlatComponent } from '../flat.ts';
import { isAnswerable } from '../kinds.ts';
import { type DesignAdvice, pathOf } from './checked.ts';
import { readingMs, wordsToRead } from './reading.ts';

/** An answer takes so long, in ms. */
export const answerMs = 3000;

/** What sums of thirds and sevenths miss of a millisecond. */
const rest = 0.001;
/** Times are dragged and typed in tenths of a second. */
const tenths = (ms: number): number => Math.ceil((ms - rest) / 100) * 100;
const secondsSaid = (ms: number): string => (Math.floor(ms / 100) / 10).toFixed(1);

/** How long a component is shown, in ms; null where the story's length is not known. */
export const shownMs = ({ component }: FlatComponent, lengthMs: number | null): number | null => {
  const end = component.end_time ?? lengthMs;
  return end === null ? null : end - component.start_time;
};

const readingAdvice = (path: string, neededMs: number, shown: number): DesignAdvice[] => {
  if (neededMs <= shown + rest) return [];
  const values = { shown: secondsSaid(shown), needed: secondsSaid(tenths(neededMs)) };
  const phrase = fill(designCheckWords.readingTime, values);
  return [{ path, code: 'reading_time', phrase, ms: tenths(neededMs) }];
};

/** Whether a component is shown long enough to answer it and, where it comes or goes by itself, to read it. */
export function adviseTime(one: FlatComponent, lengthMs: number | null): DesignAdvice[] {
  const shown = shownMs(one, lengthMs);
  if (shown === null || shown <= 0) return [];
  const advice: DesignAdvice[] = [];
  const isTimed = one.component.start_time > 0 || (one.component.end_time ?? lengthMs) !== lengthMs;
  if (isTimed) advice.push(...readingAdvice(pathOf(one, 'end_time'), readingMs(wordsToRead(one)), shown));
  if (isAnswerable(one.kind) && shown < answerMs) {
    const phrase = fill(designCheckWords.windowShort, { shown: secondsSaid(shown) });
    advice.push({ path: pathOf(one, 'end_time'), code: 'window_short', phrase, ms: answerMs });
  }
  return advice;
}

/** Whether a story is shown long enough to read all that it says. */
export const adviseReading = (all: readonly FlatComponent[], lengthMs: number | null): DesignAdvice[] =>
  lengthMs === null
    ? []
    : readingAdvice(
        'studio.duration_ms',
        all.reduce((sum, one) => sum + readingMs(wordsToRead(one)), 0),
        lengthMs,
      );
