import { Flag, Play } from 'lucide-react';
import { Link } from 'react-router';
import type { AppRow } from '#contracts/app/rows.ts';
import { groupReason, groupStatus } from '#contracts/story-group/status.ts';
import { storyGroupStatusWords } from '#contracts/words/story-group-status.en.ts';
import { Tooltip } from '../kit/overlays/Tooltip.tsx';
import { Cover } from '../kit/pictures/Cover.tsx';
import { timeIn } from '../kit/text/format.ts';
import { calendarWords } from '../words/calendar.en.ts';
import { t } from '../words/t.ts';
import type { CalendarEntry, CalendarEvent } from './calendar-days.ts';
import css from './EntryLink.module.css';
import monthParts from './MonthParts.module.css';

/** Properties of an EntryLink; `wide` adds cover, instance and state for lists. */
export interface EntryLinkProps {
  entry: CalendarEntry;
  app: AppRow;
  zone: string;
  wide?: boolean;
}

const said: Record<CalendarEvent, string> = {
  goes_live: t(calendarWords.goesLive),
  ends: t(calendarWords.ends),
  went_live: t(calendarWords.wentLive),
  end_date: t(calendarWords.ended),
  cap: t(calendarWords.reachedItsCap),
  status: t(calendarWords.wentOffline),
};
const idleSaid = { start: t(calendarWords.start), end: t(calendarWords.end) } as const;

const why = ({ idle, group }: CalendarEntry): string | null =>
  idle ? t(calendarWords.datesIdle, { state: t(groupReason(group.status) ?? storyGroupStatusWords.inactive) }) : null;

/** One moment of a group: when, what happens, and the way to the group. */
export function EntryLink({ entry, app, zone, wide }: EntryLinkProps) {
  const { group, kind, event, ts, idle } = entry;
  const Icon = kind === 'start' ? Play : Flag;
  const instance = app.instances.find((one) => one.id === group.instance_id)?.title ?? '';
  const time = timeIn(zone, ts);
  const reason = why(entry);
  const what = idle ? idleSaid[kind] : said[event];
  return (
    <Tooltip text={wide ? null : `${what} ${time}, ${instance}.${reason ? ` ${reason}` : ''}`}>
      <Link
        className={css.root}
        data-kind={kind}
        data-off={idle || undefined}
        data-wide={wide || undefined}
        to={`/stories/${group.id}?app=${app.id}&instance=${group.instance_id}`}
      >
        {wide ? (
          <Cover
            name={group.title}
            src={group.icon}
            size={36}
            state={group.status === groupStatus.active ? 'active' : 'inactive'}
          />
        ) : null}
        {wide ? null : <Icon size={12} aria-hidden />}
        <span className={css.text}>
          <span className={`${css.title} truncate`}>{group.title}</span>
          {wide ? (
            <span className="t-small truncate">
              {instance}
              {reason ? `. ${reason}` : ''}
            </span>
          ) : null}
        </span>
        <span className={`${monthParts.entryWhen} num`}>
          {wide ? (
            <>
              <Icon size={12} aria-hidden /> {what}{' '}
            </>
          ) : (
            <span className="visually-hidden">{what} </span>
          )}
          {time}
        </span>
      </Link>
    </Tooltip>
  );
}

/** Moments of one day below each other, with covers. */
export function EntryList({
  entries,
  app,
  zone,
}: Omit<EntryLinkProps, 'entry' | 'wide'> & { entries: CalendarEntry[] }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.key}>
          <EntryLink wide entry={entry} app={app} zone={zone} />
        </li>
      ))}
    </ul>
  );
}
