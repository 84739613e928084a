import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import type { Hours } from '#contracts/stats/hours.ts';
import type { TableFile } from '../../csv/table-file.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { SegmentedControl } from '../../kit/buttons/SegmentedControl.tsx';
import { dateIn, exactNumber, shortNumber } from '../../kit/text/format.ts';
import { detailWords } from '../../words/details.en.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import type { Days } from '../analytics-queries.ts';
import { DetailCard } from './DetailCard.tsx';
import { hoursQuery } from './details-queries.ts';
import css from './HoursCard.module.css';
import { bestHour, type HourFigure, hourAverage, hourFigures, hourLookup, weekdayWord } from './hours-of-week.ts';

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);
const digits = (number: number): string => String(number).padStart(2, '0');
const clock = (hour: number, minute: number): string => `${digits(hour % 24)}:${digits(minute)}`;
const labels: Record<HourFigure, string> = {
  opens: t(groupWords.opened),
  impressions: t(groupWords.impression),
  clicks: t(groupWords.click),
};

const zoneName = ({ time_zone }: Hours): string => time_zone.replaceAll('_', ' ');

const fileOf = (answer: Hours, figure: HourFigure, app: string, days: Days): Omit<TableFile, 'countedAt'> | null => {
  if (!bestHour(answer.hours, figure)) return null;
  const hourOf = hourLookup(answer.hours);
  return {
    days,
    note: `${labels[figure]}. ${t(detailWords.hoursText, { app, zone: zoneName(answer) })}`,
    head: [t(detailWords.day), ...hoursOfDay.map((hour) => clock(hour, answer.minute))],
    rows: weekdays.map((weekday) => [
      weekdayWord(weekday, 'long'),
      ...hoursOfDay.map((hour) => hourAverage(hourOf(weekday, hour), figure)),
    ]),
  };
};

function Week({ answer, figure, days }: { answer: Hours; figure: HourFigure; days: Days }) {
  const { minute, first_day } = answer;
  const first = first_day === null ? null : Date.parse(first_day) / 1000;
  const note = first !== null && first > days.from ? t(detailWords.noDataBefore, { day: dateIn('UTC', first) }) : null;
  const hourOf = hourLookup(answer.hours);
  const best = bestHour(answer.hours, figure);
  if (!best) return <p className="t-small">{note ?? t(detailWords.noHours)}</p>;
  const most = hourAverage(best, figure)!;
  return (
    <>
      <p className={css.best}>
        {t(detailWords.best, {
          day: weekdayWord(best.weekday, 'long'),
          from: clock(best.hour, minute),
          to: clock(best.hour + 1, minute),
        })}
      </p>
      <section
        className={css.scroll}
        aria-label={t(detailWords.hoursTable)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also with the keyboard
        tabIndex={0}
      >
        <table className={css.week}>
          <caption className="visually-hidden">{t(detailWords.hoursTable)}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t(detailWords.day)}</span>
              </th>
              {hoursOfDay.map((hour) => (
                <th key={hour} scope="col" data-named={hour % 3 === 0 || undefined}>
                  <span className="num">{clock(hour, minute)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{weekdayWord(weekday, 'short')}</th>
                {hoursOfDay.map((hour) => {
                  const average = hourAverage(hourOf(weekday, hour), figure);
                  const part = average === null ? 0 : average / most;
                  const said = average === null ? t(detailWords.noHour) : exactNumber(Math.round(average * 100) / 100);
                  return (
                    <td
                      key={hour}
                      title={`${weekdayWord(weekday, 'short')} ${clock(hour, minute)}: ${said}`}
                      data-none={average === null || undefined}
                      data-best={(best.weekday === weekday && best.hour === hour) || undefined}
                      style={{ '--part': part } as CSSProperties}
                    >
                      <span className="visually-hidden">{said}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {note ? <p className="t-caption">{note}</p> : null}
      <p className={`${css.key} t-caption`}>
        <span className="num">0</span>
        <span className={css.scale} aria-hidden />
        <span className="num">{shortNumber(Math.round(most * 10) / 10)}</span>
        <span className={css.hint}>{t(detailWords.hoursScroll)}</span>
      </p>
    </>
  );
}

/** A typical week of an app, hour by hour. */
export function HoursCard({ apps, name, days }: { apps: readonly string[]; name: string; days: Days }) {
  const query = useQuery(hoursQuery(apps, days));
  const { search, set } = useGroupSearch();
  const asked = search.get('hours');
  const figure = hourFigures.find((one) => one === asked) ?? 'opens';
  return (
    <DetailCard
      title={t(detailWords.hoursTitle)}
      text={query.data ? t(detailWords.hoursText, { app: name, zone: zoneName(query.data) }) : null}
      query={query}
      height={220}
      file={(answer) => fileOf(answer, figure, name, days)}
      tools={
        <SegmentedControl
          label={t(detailWords.hoursOf)}
          value={figure}
          options={hourFigures.map((one) => ({ value: one, label: labels[one] }))}
          onChange={(next) => set({ hours: next === 'opens' ? null : next })}
        />
      }
    >
      {(answer) => <Week answer={answer} figure={figure} days={days} />}
    </DetailCard>
  );
}
