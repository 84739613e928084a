import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { CoreAdminContext, CoreAdminUI, CustomRoutes, Resource } from 'react-admin';
import { Route } from 'react-router';
import { ApiError } from '../api/error.ts';
import { queryClient } from '../api/query.ts';
import { clearSession } from '../api/session.ts';
import { Notification } from '../kit/states/Notification.tsx';
import { Loading } from '../kit/states/Skeleton.tsx';
import { isStaff } from '../shell/session/access.ts';
import { authProvider } from '../shell/session/auth-provider.ts';
import { preferences } from '../shell/session/preferences.ts';
import { SessionError, SessionLoading } from '../shell/session/SessionStates.tsx';
import { userQuery } from '../shell/session/session-queries.ts';
import { FailureState } from '../shell/waiting/PageFailed.tsx';
import { buildAdminTheme } from '../theme/admin-theme.ts';
import { ThemeRoot } from '../theme/ThemeRoot.tsx';
import { adminWords } from '../words/admin.en.ts';
import { i18nProvider } from '../words/i18n-provider.ts';
import { t } from '../words/t.ts';
import { AdminNotFound } from './AdminNotFound.tsx';
import { AdminShell } from './AdminShell.tsx';
import { adminPage } from './admin-pages.ts';
import { adminProvider } from './provider/admin-provider.ts';

const Outside = lazy(() => import('./Outside.tsx'));
const [Summary, Users, Accounts] = [adminPage('summary'), adminPage('users'), adminPage('accounts')];
const [Account, PromoCodes, History] = [adminPage('account'), adminPage('promo-codes'), adminPage('history')];
const [Events, Health, SdkReleases] = [adminPage('events'), adminPage('health'), adminPage('sdk-releases')];
const FactorFirst = lazy(() => import('./settings/FactorFirst.tsx'));
const [DealCodes, Settings] = [adminPage('deal-codes'), adminPage('settings')];

/** Every page of the admin area: its lists are resources, the others have a route each. */
const pages = [
  <Resource key="users" name="users" list={Users} />,
  <Resource key="accounts" name="accounts" list={Accounts} edit={Account} />,
  <Resource key="promo-codes" name="promo-codes" list={PromoCodes} />,
  <Resource key="sdk-releases" name="sdk-releases" list={SdkReleases} />,
  <CustomRoutes key="others">
    <Route path="/deal-codes" element={<DealCodes />} />
    <Route path="/history" element={<History />} />
    <Route path="/events" element={<Events />} />
    <Route path="/health" element={<Health />} />
    <Route path="/settings" element={<Settings />} />
  </CustomRoutes>,
];

function ForStaff({ children }: { children: ReactNode }) {
  const user = useQuery(userQuery);
  // What is shown after a factor was set up, such as the recovery codes, stays until it is left.
  const [isShut, setShut] = useState(false);
  if (user.data?.staff_factor_needed && !isShut) setShut(true);
  const ended = user.error instanceof ApiError && user.error.status === 401;
  useEffect(() => {
    if (ended) clearSession();
  }, [ended]);
  if (user.data && isStaff(user.data))
    return isShut ? (
      <AdminShell isShut>
        <FactorFirst user={user.data} onOpen={() => setShut(false)} />
      </AdminShell>
    ) : (
      children
    );
  // To everybody else it is an address that no page has.
  if (user.data)
    return (
      <Suspense fallback={<Loading />}>
        <Outside />
      </Suspense>
    );
  return user.isError && !ended ? (
    <SessionError answered={user.error instanceof ApiError && user.error.status > 0} onRetry={() => user.refetch()} />
  ) : (
    <SessionLoading />
  );
}

/** The admin area: react-admin over its lists and pages, for staff who are signed in as themselves. */
export function Component() {
  return (
    <ThemeRoot build={buildAdminTheme}>
      <CoreAdminContext
        basename="/admin"
        authProvider={authProvider}
        dataProvider={adminProvider}
        i18nProvider={i18nProvider}
        queryClient={queryClient}
        store={preferences()}
      >
        <ForStaff>
          <CoreAdminUI
            dashboard={Summary}
            layout={AdminShell}
            loading={() => <Loading />}
            catchAll={AdminNotFound}
            accessDenied={AdminNotFound}
            error={FailureState}
            title={t(adminWords.storyrailAdmin)}
            disableTelemetry
          >
            {pages}
          </CoreAdminUI>
        </ForStaff>
        <Notification />
      </CoreAdminContext>
    </ThemeRoot>
  );
}
