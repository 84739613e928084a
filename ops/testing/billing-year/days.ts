/** The UTC day that a moment (unix seconds) falls on, counted from 1 January 1970. */
export const dayInBooks = (seconds: number): number => Math.floor(seconds / 86_400);

const leap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const lengthOf = (year: number, month: number): number =>
  [31, leap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month]!;

/** A day's place in the calendar, counted off year by year and month by month; months from 0. */
const placeOf = (day: number): { year: number; month: number; date: number } => {
  let [year, left] = [1970, day];
  for (; left >= (leap(year) ? 366 : 365); year += 1) left -= leap(year) ? 366 : 365;
  let month = 0;
  for (; left >= lengthOf(year, month); month += 1) left -= lengthOf(year, month);
  return { year, month, date: left + 1 };
};

/** The same date so many months later, the last one of a shorter month. */
export const sameDateAfter = (day: number, months: number): number => {
  const { year, month, date } = placeOf(day);
  let [at, y, m] = [day - date + 1, year, month];
  for (let step = 0; step < months; step += 1) {
    at += lengthOf(y, m);
    [y, m] = m === 11 ? [y + 1, 0] : [y, m + 1];
  }
  return at + Math.min(date, lengthOf(y, m)) - 1;
};

/** The first such date, counted from `anchor` in steps of so many months, that comes after a day. */
export const nextDate = (anchor: number, months: number, day: number): number => {
  let steps = 1;
  while (sameDateAfter(anchor, steps * months) <= day) steps += 1;
  return sameDateAfter(anchor, steps * months);
};
