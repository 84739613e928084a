import { ChartLine, House, LayoutGrid, ScrollText, Settings } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { CreatorApp } from '../gates/CreatorApp.tsx';
import tabsCss from '../kit/buttons/Tabs.module.css';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { Bell } from '../notifications/Bell.tsx';
import { Palette } from '../palette/Palette.tsx';
import { appVisit, pageVisit, useVisit } from '../palette/visits.ts';
import { settingsTabs } from '../settings/settings-tabs.ts';
import { shellWords } from '../words/shell.en.ts';
import { t } from '../words/t.ts';
import { AppPicker } from './AppPicker.tsx';
import { isAboutApp } from './about-app.ts';
import css from './Frame.module.css';
import { Logo } from './Logo.tsx';
import { isBroadcaster } from './session/access.ts';
import { useSession } from './session/session-value.ts';
import { UserMenu } from './UserMenu.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { usePageTop } from './use-page-top.ts';
import { ConnectionNote } from './waiting/ConnectionNote.tsx';
import { PageProgress } from './waiting/PageProgress.tsx';
import { usePrefetch } from './waiting/prefetch.ts';

const MonthEarned = lazy(() => import('../settings/refferal/MonthEarned.tsx'));

const homePaths = /^\/(home)?$/;
const contentPaths = /^\/(content|stories|story)\b/;
const analyticsPaths = /^\/analytics\b/;
const settingsPaths = /^\/(account|user|apps|settings)\b/;

/** The frame of every signed-in page: bar at the top, on a phone tabs at the bottom, the page as its main part. */
export function AppShell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { app, apps, instance, may, user, account } = useSession();
  const navigate = useNavigate();
  usePrefetch();
  usePageTop();
  useKeptFocus();
  useVisit(pageVisit(pathname));
  useVisit(app && apps.length > 1 && isAboutApp(pathname) ? appVisit(app.id) : null);
  const search = app ? `?app=${app.id}${instance ? `&instance=${instance.id}` : ''}` : '';
  const inContent = contentPaths.test(pathname);
  const mayAudit = may('audit.view');
  const broadcasts = isBroadcaster(user);
  const tabs = settingsTabs(user, account);
  const current = (active: boolean) => (active ? ('page' as const) : undefined);
  return (
    <>
      <a className={css.skip} href="#main">
        {t(shellWords.skipToPage)}
      </a>
      <header className={css.bar}>
        <Link to={`/home${search}`} className={css.home} aria-label={t(shellWords.storyrailToStart)}>
          <Logo />
        </Link>
        {(pathname === '/' || isAboutApp(pathname)) && app && !broadcasts ? (
          <>
            <span className={css.slash} aria-hidden />
            <AppPicker onAddApp={analyticsPaths.test(pathname) ? undefined : () => navigate('/apps?add=1')} />
          </>
        ) : null}
        <nav className={css.tabs} aria-label={t(shellWords.main)}>
          <Link
            to={`/home${search}`}
            className={tabsCss.tab}
            data-kit="tab"
            aria-current={current(homePaths.test(pathname))}
          >
            {t(shellWords.home)}
          </Link>
          <Link to={`/content${search}`} className={tabsCss.tab} data-kit="tab" aria-current={current(inContent)}>
            {t(shellWords.content)}
          </Link>
          {broadcasts ? null : (
            <Link
              to={`/analytics${search}`}
              className={tabsCss.tab}
              data-kit="tab"
              aria-current={current(analyticsPaths.test(pathname))}
            >
              {t(shellWords.analytics)}
            </Link>
          )}
          {mayAudit ? (
            <Link
              to="/activity"
              className={tabsCss.tab}
              data-kit="tab"
              aria-current={current(pathname === '/activity')}
            >
              {t(shellWords.activity)}
            </Link>
          ) : null}
        </nav>
        <Palette />
        {broadcasts ? null : <Bell />}
        <UserMenu />
        <PageProgress />
      </header>
      <ConnectionNote />
      <main id="main" className={css.main} tabIndex={-1}>
        {broadcasts && pathname !== '/help' ? <CreatorApp level={1} /> : children}
      </main>
      <LazyPart>{tabs.includes('refferal') && /^\/(home|content)?$/.test(pathname) ? <MonthEarned /> : null}</LazyPart>
      <nav className={css.bottom} aria-label={t(shellWords.mainAtBottom)}>
        <Link to={`/home${search}`} aria-current={current(homePaths.test(pathname))}>
          <House size={20} aria-hidden />
          {t(shellWords.home)}
        </Link>
        <Link to={`/content${search}`} aria-current={current(inContent)}>
          <LayoutGrid size={20} aria-hidden />
          {t(shellWords.content)}
        </Link>
        {broadcasts ? null : (
          <Link to={`/analytics${search}`} aria-current={current(analyticsPaths.test(pathname))}>
            <ChartLine size={20} aria-hidden />
            {t(shellWords.analytics)}
          </Link>
        )}
        {mayAudit ? (
          <Link to="/activity" aria-current={current(pathname === '/activity')}>
            <ScrollText size={20} aria-hidden />
            {t(shellWords.activity)}
          </Link>
        ) : null}
        {tabs.length > 0 ? (
          <Link to="/settings" aria-current={current(settingsPaths.test(pathname))}>
            <Settings size={20} aria-hidden />
            {t(shellWords.settings)}
          </Link>
        ) : null}
      </nav>
    </>
  );
}
