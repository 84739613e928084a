import { ArrowLeft } from 'lucide-react';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { AppRow } from '#contracts/app/rows.ts';
import { liveMinutes } from '#contracts/stats/live.ts';
import { chartHeight } from '../../charts/days.ts';
import { NoApps } from '../../content/samples/EmptyContent.tsx';
import { NeedPermission } from '../../gates/NeedPermission.tsx';
import { BackNav } from '../../group/BackNav.tsx';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { Card } from '../../kit/Card.tsx';
import { AppIcon } from '../../kit/pictures/Avatar.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { NotFound } from '../../shell/NotFound.tsx';
import { namesForeignApp } from '../../shell/session/selection.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { analyticsWords } from '../../words/analytics.en.ts';
import { groupWords } from '../../words/group.en.ts';
import { liveWords } from '../../words/live.en.ts';
import { shellWords } from '../../words/shell.en.ts';
import { t } from '../../words/t.ts';
import tabs from '../FigureTabs.module.css';
import { BusiestGroups } from './BusiestGroups.tsx';
import { LiveChart } from './LiveChart.tsx';
import { LiveDot } from './LiveDot.tsx';
import { LiveStatus } from './LiveStatus.tsx';
import { LiveTabs } from './LiveTabs.tsx';
import css from './LiveView.module.css';
import { liveFiguresOf, totalOf } from './live-figures.ts';
import { useLive } from './use-live.ts';
import { useSpoken } from './use-spoken.ts';

type Live = ReturnType<typeof useLive>;

/** What belongs to this page, and not to the figures of days. */
const own = ['figure', 'minutes'];

function BackToFigures() {
  const query = new URLSearchParams(useLocation().search);
  for (const name of own) query.delete(name);
  return (
    <BackNav>
      <Link to={`/analytics?${query}`}>
        <ArrowLeft size={14} strokeWidth={2} aria-hidden />
        {t(groupWords.analytics)}
      </Link>
    </BackNav>
  );
}

function Waiting({ app }: { app: AppRow }) {
  return (
    <>
      <Loading label={t(liveWords.loading)} />
      <Card padded={false}>
        <div className={tabs.root}>
          {liveFiguresOf(app).map(({ id }) => (
            <span key={id} className={css.waitingTab}>
              <Skeleton width={72} height={12} style={{ margin: '4px 0' }} />
              <Skeleton width={64} height={20} style={{ margin: '4px 0' }} />
              <Skeleton width={80} height={12} style={{ margin: '2px 0' }} />
            </span>
          ))}
        </div>
        <div className={css.chart}>
          <Skeleton width={130} height={14} style={{ margin: '7px 0 13px' }} />
          <Skeleton height={chartHeight} radius={8} />
        </div>
      </Card>
      <Skeleton height={316} radius={12} />
    </>
  );
}

function Failed({ failure, phase, retry }: Pick<Live, 'failure' | 'phase' | 'retry'>) {
  const text = phase === 'refused' && failure ? failure.message : t(liveWords.didNotLoadText);
  return <ErrorState title={t(liveWords.didNotLoad)} text={text} onRetry={retry} />;
}

function Figures({ app, live }: { app: AppRow; live: Live }) {
  const { search, set } = useGroupSearch();
  const { picture, phase } = live;
  const figures = liveFiguresOf(app);
  const chosen = figures.find(({ id }) => id === search.get('figure')) ?? figures[0]!;
  const spoken = useSpoken(
    picture &&
      t(liveWords.spoken, {
        minutes: liveMinutes,
        opens: totalOf(picture, 'opens'),
        impressions: totalOf(picture, 'impressions'),
        clicks: totalOf(picture, 'clicks'),
        completions: figures.length < 4 ? 'none' : totalOf(picture, 'completes'),
      }),
  );
  const isLost = phase === 'refused' || (phase === 'lost' && !picture);
  return (
    <>
      {isLost ? <Failed {...live} /> : null}
      {picture ? (
        <div className={css.figures} data-stale={phase === 'refused' || undefined}>
          <Card as="section" padded={false} aria-label={t(liveWords.figures)}>
            <LiveTabs
              picture={picture}
              figures={figures}
              chosen={chosen}
              onChoose={({ id }) => set({ figure: id === figures[0]!.id ? null : id })}
            />
            <LiveChart minutes={picture.minutes} figures={figures} chosen={chosen} />
          </Card>
          <BusiestGroups app={app} picture={picture} figures={figures} />
        </div>
      ) : isLost ? null : (
        <Waiting app={app} />
      )}
      <span className="visually-hidden" aria-live="polite">
        {spoken}
      </span>
    </>
  );
}

/** The last 30 minutes of one app; another app has another stream. */
function LiveOfApp({ app }: { app: AppRow }) {
  const live = useLive(app.id);
  const status = live.phase === 'refused' ? live.failure?.status : undefined;
  // The app is gone, or the role for it.
  if (status === 404) return <NotFound to="/home" label={t(shellWords.toHome)} />;
  return (
    <div className={css.root}>
      <header>
        <BackToFigures />
        <div className={css.head}>
          <h1 className={css.title}>
            <LiveDot on={live.phase === 'open'} />
            {t(liveWords.live)}
          </h1>
          <span className={css.app}>
            <AppIcon title={app.title} src={app.icon} seed={app.id} size={20} />
            <span className="truncate">{app.title}</span>
          </span>
          <span className="t-small">{t(liveWords.lastMinutes, { minutes: liveMinutes })}</span>
          <Badge kind="neutral">{t(analyticsWords.utc)}</Badge>
          <LiveStatus phase={live.phase} heardAt={live.heardAt} />
        </div>
      </header>
      {status === 403 ? <NeedPermission /> : <Figures app={app} live={live} />}
    </div>
  );
}

/** What happens in an app right now, for who may see all of it. */
export function LiveView() {
  const { apps, app, may } = useSession();
  const [search] = useSearchParams();
  usePageTitle(t(liveWords.pageTitle));
  if (apps.length > 0 && namesForeignApp(apps, search.get('app')))
    return <NotFound to="/home" label={t(shellWords.toHome)} />;
  if (app && may('overview.view')) return <LiveOfApp key={app.id} app={app} />;
  return (
    <>
      <h1 className="visually-hidden">{t(liveWords.live)}</h1>
      {app ? <NeedPermission /> : <NoApps />}
    </>
  );
}
