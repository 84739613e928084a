import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { NoApps } from '../content/samples/EmptyContent.tsx';
import { NeedPermission } from '../gates/NeedPermission.tsx';
import { useSession } from '../shell/session/session-value.ts';
import { usePageTitle } from '../shell/use-page-title.ts';
import { analyticsWords } from '../words/analytics.en.ts';
import { t } from '../words/t.ts';
import { FiguresWaiting } from './FiguresWaiting.tsx';

const Figures = lazy(() => import('./Figures.tsx'));
const LiveView = lazy(async () => ({ default: (await import('./live/LiveView.tsx')).LiveView }));
const GroupPage = lazy(async () => ({ default: (await import('../group/GroupPage.tsx')).Component }));

/** The figures of the groups of one or several apps; below it what happens right now, and each group's own page. */
export function Component() {
  const { groupId } = useParams();
  return (
    <Suspense fallback={<FiguresWaiting />}>
      {groupId === undefined ? <AllGroups /> : groupId === 'live' ? <LiveView /> : <GroupPage />}
    </Suspense>
  );
}

function AllGroups() {
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
