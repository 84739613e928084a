import { ArrowUpRight } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import type { NotificationRow } from '#contracts/notification/rows.ts';
import { notificationTitle } from '#contracts/notification/title.ts';
import type { Message } from '#contracts/words/define.ts';
import { dateTimeIn } from '../kit/text/format.ts';
import { bellWords } from '../words/bell.en.ts';
import { type RichValue, t } from '../words/t.ts';
import { shortTime } from './days.ts';
import css from './NotificationItem.module.css';
import { NotificationMark } from './NotificationMark.tsx';
import { targetOf } from './target.ts';

/** Properties of a NotificationItem; `now` is in unix seconds. */
export interface NotificationItemProps {
  row: NotificationRow;
  timeZone: string;
  now: number;
  /** Called when it is pressed; `leaves` where this page goes on to another one. */
  onPress: (row: NotificationRow, leaves: boolean) => void;
}

const bold = (parts: ReactNode[]) => <strong>{parts}</strong>;

/** The title of a notification with who and what in bold. */
const richTitle = ({ type, values }: NotificationRow['data']): ReactNode => {
  const title = notificationTitle(type, values);
  // The compiler knows no arguments of a message that is chosen as it runs.
  return t(title as Message<string, '{b}'>, { ...title.values, b: bold } as Readonly<Record<'b', RichValue>>);
};

const opensElsewhere = (event: MouseEvent): boolean => event.metaKey || event.ctrlKey || event.shiftKey;

/** What happened, to what and when; pressed, it leads there. */
export function NotificationItem({ row, timeZone, now, onPress }: NotificationItemProps) {
  const { data, is_read, ts_created } = row;
  const target = targetOf(data);
  const inside = (
    <>
      <NotificationMark {...data} />
      <span className={css.words}>
        <span className={css.title}>
          {is_read ? null : <span className="visually-hidden">{`${t(bellWords.unread)}: `}</span>}
          {richTitle(data)}
        </span>
        <span className={css.text}>
          {data.text}
          {target && 'href' in target ? (
            <>
              <ArrowUpRight size={13} aria-hidden />
              <span className="visually-hidden">{t(bellWords.opensInNewTab)}</span>
            </>
          ) : null}
        </span>
      </span>
      <time
        className={`${css.time} num`}
        dateTime={new Date(ts_created * 1000).toISOString()}
        title={dateTimeIn(timeZone, ts_created)}
      >
        {shortTime(timeZone, ts_created, now)}
      </time>
      <span className={css.dot} data-unread={!is_read || undefined} />
    </>
  );
  const shared = { className: css.root, 'data-unread': !is_read || undefined };
  if (target && 'to' in target)
    return (
      <Link {...shared} to={target.to} onClick={(event) => onPress(row, !opensElsewhere(event))}>
        {inside}
      </Link>
    );
  if (target)
    return (
      <a {...shared} href={target.href} target="_blank" rel="noopener noreferrer" onClick={() => onPress(row, false)}>
        {inside}
      </a>
    );
  return (
    <button type="button" {...shared} onClick={() => onPress(row, false)}>
      {inside}
    </button>
  );
}
