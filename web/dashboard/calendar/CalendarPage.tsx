import { CalendarDays } from 'lucide-react';
import type { AppRow } from '#contracts/app/rows.ts';
import { errorText } from '../api/error.ts';
import { ClosedContent } from '../content/ClosedContent.tsx';
import { NoApps } from '../content/samples/EmptyContent.tsx';
import { Button } from '../kit/buttons/Button.tsx';
import { Card } from '../kit/Card.tsx';
import { EmptyState } from '../kit/states/EmptyState.tsx';
import { ErrorState } from '../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../kit/states/Skeleton.tsx';
import { useSession } from '../shell/session/session-value.ts';
import { useNarrow } from '../shell/use-narrow.ts';
import { usePageTitle } from '../shell/use-page-title.ts';
import { calendarWords } from '../words/calendar.en.ts';
import { t } from '../words/t.ts';
import { CalendarHead } from './CalendarHead.tsx';
import css from './CalendarPage.module.css';
import { dayKeyIn, monthKey } from './calendar-days.ts';
import { MonthGrid } from './MonthGrid.tsx';
import { MonthList } from './MonthList.tsx';
import { useCalendar } from './use-calendar.ts';
import { useNow } from './use-now.ts';

function CalendarOfApp({ app }: { app: AppRow }) {
  const { timeZone } = useSession();
  const now = useNow(timeZone);
  const calendar = useCalendar(app, timeZone, now);
  const narrow = useNarrow();
  const { error, days, month } = calendar;
  const today = dayKeyIn(timeZone, now);
  const something = days && [...days.keys()].some((day) => day.startsWith(monthKey(month)));
  const view = days && { month, today, days, app, zone: timeZone };
  return (
    <>
      <CalendarHead app={app} calendar={calendar} zone={timeZone} now={now} />
      {error ? (
        <ErrorState
          title={t(calendarWords.calendarDidNotLoad)}
          text={errorText(error) ?? ''}
          onRetry={calendar.reload}
        />
      ) : !view ? (
        <>
          <Loading label={t(calendarWords.loadingCalendar)} />
          <Skeleton height={520} radius={12} />
        </>
      ) : !something ? (
        <Card>
          <EmptyState
            art={<CalendarDays size={32} aria-hidden />}
            title={t(calendarWords.emptyTitle)}
            text={t(calendarWords.emptyText)}
            action={
              <Button to={`/content?app=${app.id}${calendar.instance ? `&instance=${calendar.instance.id}` : ''}`}>
                {t(calendarWords.goToContent)}
              </Button>
            }
          />
        </Card>
      ) : narrow ? (
        <MonthList {...view} />
      ) : (
        <Card padded={false} className={css.card}>
          <MonthGrid {...view} />
        </Card>
      )}
    </>
  );
}

/** What went live and ended in an app, and what will, by month, in the account's time zone. */
export function Component() {
  const { app, may } = useSession();
  usePageTitle(t(calendarWords.pageTitle));
  if (!app)
    return (
      <>
        <header className={css.closed}>
          <h1>{t(calendarWords.calendar)}</h1>
        </header>
        <NoApps />
      </>
    );
  if (may('storyGroup.view')) return <CalendarOfApp key={app.id} app={app} />;
  return <ClosedContent title={t(calendarWords.calendar)} />;
}
