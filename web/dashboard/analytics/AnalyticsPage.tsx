import { ChartLine } from 'lucide-react';
import { useLocation } from 'react-router';
import { NoApps } from '../content/samples/EmptyContent.tsx';
import { NeedPermission } from '../gates/NeedPermission.tsx';
import { RangePicker } from '../group/analytics/RangePicker.tsx';
import { Button } from '../kit/buttons/Button.tsx';
import { EmptyState } from '../kit/states/EmptyState.tsx';
import { ErrorState } from '../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../kit/states/Skeleton.tsx';
import { NotFound } from '../shell/NotFound.tsx';
import { useSession } from '../shell/session/session-context.tsx';
import { usePageTitle } from '../shell/use-page-title.ts';
import { analyticsWords } from '../words/analytics.en.ts';
import { shellWords } from '../words/shell.en.ts';
import { t } from '../words/t.ts';
import css from './AnalyticsPage.module.css';
import { CompareMenu } from './CompareMenu.tsx';
import { LiveLink } from './live/LiveLink.tsx';
import { LivePage } from './live/LivePage.tsx';
import { Performance } from './Performance.tsx';
import { ScopePickers } from './ScopePickers.tsx';
import { useFigures } from './use-figures.ts';
import { useKeptRange } from './use-kept-range.ts';
import { useScope } from './use-scope.ts';
import { useVersus } from './use-versus.ts';

function Waiting() {
  return (
    <div className={css.waiting}>
      <Loading label={t(analyticsWords.loading)} />
      <Skeleton height={360} radius={12} />
      <Skeleton height={420} radius={12} />
    </div>
  );
}

function Figures() {
  useKeptRange();
  const chosen = useScope();
  const versus = useVersus();
  const figures = useFigures(chosen.scope, versus.start);
  const { scope } = chosen;
  if (chosen.unknown || figures.unknown) return <NotFound to="/home" label={t(shellWords.toHome)} />;
  return (
    <div className={css.root}>
      <header className={css.head}>
        <h1>{t(analyticsWords.analytics)}</h1>
        <LiveLink />
        <div className={css.tools}>
          <ScopePickers of={chosen} rows={figures.rows} />
          <RangePicker />
          <CompareMenu versus={versus} />
        </div>
      </header>
      {figures.failed && !figures.totals ? (
        <ErrorState
          title={t(analyticsWords.didNotLoad)}
          text={t(analyticsWords.didNotLoadText)}
          onRetry={figures.again}
        />
      ) : figures.pending || !figures.totals ? (
        <Waiting />
      ) : figures.lines.length === 0 ? (
        <EmptyState
          art={<ChartLine size={28} aria-hidden />}
          title={t(analyticsWords.noGroups)}
          text={t(analyticsWords.noGroupsText)}
          action={<Button to={`/content?app=${scope.apps[0]!.id}`}>{t(analyticsWords.toContent)}</Button>}
        />
      ) : (
        <Performance scope={scope} figures={figures} totals={figures.totals} versus={versus} />
      )}
    </div>
  );
}

function FiguresPage() {
  const { apps, may } = useSession();
  usePageTitle(t(analyticsWords.pageTitle));
  if (apps.length === 0)
    return (
      <>
        <h1 className="visually-hidden">{t(analyticsWords.analytics)}</h1>
        <NoApps />
      </>
    );
  if (!apps.some(({ id }) => may('stats.view', id)))
    return (
      <>
        <h1 className="visually-hidden">{t(analyticsWords.analytics)}</h1>
        <NeedPermission />
      </>
    );
  return <Figures />;
}

/** The figures of the groups of one or several apps, and below them what happens in one app right now. */
export function Component() {
  return useLocation().pathname.endsWith('/live') ? <LivePage /> : <FiguresPage />;
}
