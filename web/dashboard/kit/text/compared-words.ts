import { type Compared, hasData, noneBefore } from '#contracts/stats/like-with-like.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';
import { dateIn } from './format.ts';

type Sides = Pick<Compared<unknown>, 'days' | 'first_day' | 'before'>;

const shortDay = (date: string): string => dateIn('UTC', Date.parse(`${date}T00:00:00Z`) / 1000).slice(0, -5);

/** Why figures have no change: '', 'No data before 23 Oct', or that no day is over yet. */
export function noChangeText({ days, first_day, before }: Sides): string {
  if (before !== null) return '';
  if (days === 0) return t(kitWords.comparedNoWholeDay);
  return first_day === null
    ? t(kitWords.comparedNoDataYet)
    : t(kitWords.comparedNoDataBefore, { day: shortDay(first_day) });
}

/** What a change of a range compares, in one sentence or two; '' where whole days have all their data. */
export function comparedNote(compared: Sides, rangeDays: number): string {
  const why = noChangeText(compared);
  const today = compared.days > 0 && compared.days < rangeDays ? t(kitWords.comparedWithoutToday) : '';
  return [today, why && `${why}.`].filter(Boolean).join(' ');
}

/** Why there can be no figure in days that end with `lastDay`, in words; null where there can. The rest as `noneBefore`. */
export function whyNone(firstDay: string | null, created: UnixSeconds, lastDay: string): string | null {
  const first = noneBefore(firstDay, created, lastDay);
  if (first === null) return null;
  return t(kitWords.comparedNoDataBefore, { day: dateIn('UTC', Date.parse(`${first}T00:00:00Z`) / 1000) });
}

/** A figure of a day; null, which draws and says nothing, on days that cannot have data. */
export function figureOn(date: string | undefined, figure: number | undefined, firstDay: string | null): number | null {
  return date !== undefined && figure !== undefined && hasData(date, firstDay) ? figure : null;
}
