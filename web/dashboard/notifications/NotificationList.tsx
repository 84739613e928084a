import { useId } from 'react';
import type { NotificationRow } from '#contracts/notification/rows.ts';
import { errorText } from '../api/error.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { ErrorState } from '../kit/states/ErrorState.tsx';
import { useSession } from '../shell/session/session-value.ts';
import { bellWords } from '../words/bell.en.ts';
import { t } from '../words/t.ts';
import { type Day, dayOf, days } from './days.ts';
import { NotificationItem, type NotificationItemProps } from './NotificationItem.tsx';
import css from './NotificationList.module.css';
import { useMark } from './use-mark.ts';
import type { Notifications } from './use-notifications.ts';
import { WaitingRows } from './WaitingRows.tsx';

/** Which level of headings the days have, below that of the list. */
type Level = 2 | 3;

interface DayRowsProps extends Omit<NotificationItemProps, 'row'> {
  day: Day;
  level: Level;
  rows: readonly NotificationRow[];
}

function DayRows({ day, level, rows, ...item }: DayRowsProps) {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section aria-labelledby={id}>
      <Heading id={id} className={css.day}>
        {t(bellWords[day])}
      </Heading>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <NotificationItem {...item} row={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Older rows: a button that asks for them, or why they did not come. */
function Older({ list }: Pick<Notifications, 'list'>) {
  if (!list.hasNextPage) return null;
  if (list.isFetchNextPageError)
    return <ErrorState bare title={t(bellWords.olderFailed)} onRetry={() => list.fetchNextPage()} />;
  return (
    <div className={css.older}>
      <Button
        size="small"
        variant="quiet"
        loading={list.isFetchingNextPage}
        onClick={() => list.fetchNextPage({ cancelRefetch: false })}
      >
        {t(bellWords.showOlder)}
      </Button>
    </div>
  );
}

/** Notifications by day in the account's time zone; one that is pressed is read. `onLeave` is called when it leads away. */
export function NotificationList({
  notifications: { list, rows },
  onlyUnread,
  level,
  onLeave,
}: {
  notifications: Notifications;
  onlyUnread: boolean;
  level: Level;
  onLeave?: () => void;
}) {
  const { timeZone } = useSession();
  const { mark } = useMark();
  if (list.isPending) return <WaitingRows />;
  if (!list.data)
    return (
      <ErrorState bare title={t(bellWords.failed)} text={errorText(list.error) ?? ''} onRetry={() => list.refetch()} />
    );
  if (rows.length === 0) return <p className={css.none}>{onlyUnread ? t(bellWords.noneUnread) : t(bellWords.none)}</p>;
  const now = Date.now() / 1000;
  const onPress = (row: NotificationRow, leaves: boolean) => {
    if (!row.is_read) mark({ id: row.id });
    if (leaves) onLeave?.();
  };
  return (
    <>
      {days.map((day) => {
        const ofDay = rows.filter((row) => dayOf(timeZone, row.ts_created, now) === day);
        return ofDay.length > 0 ? (
          <DayRows key={day} day={day} level={level} rows={ofDay} timeZone={timeZone} now={now} onPress={onPress} />
        ) : null;
      })}
      <Older list={list} />
    </>
  );
}
